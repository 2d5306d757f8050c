#include "tests/catch.h"
#include "tests/protocol/commands/program.h"

using namespace emilia::testing;

namespace {

const std::string greeting =
    "nboard 2\nset game (;GM[Othello]PC[NBoard]DT[2026-01-01 00:00:00 GMT]PB[me]PW[Emilia]RE[?]"
    "TI[5:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *];)\n";

std::string line_of(Program& program) {
    const auto line = program.read_line();
    REQUIRE(line);
    return *line;
}

} // namespace

TEST_CASE("NBoard shows what is wrong with its engine's options until it ends the engine") {
    struct Case {
        Words options;
        std::string message;
        std::string shown; ///< the point comes first: the line shows some 30 characters
        int status;
    };
    const auto wrong = GENERATE(values<Case>({
        {{"--treads", "2"},
         "there is no option '--treads' (did you mean '--threads'?); see 'emilia --help'",
         "did you mean '--threads'? there is no option '--treads'; see 'emilia --help'",
         2},
        {{"--level", "61"},
         "--level is 1 to 60, not 61; see 'emilia --help'",
         "--level is 1 to 60, not 61; see 'emilia --help'",
         2},
        {{"threads"},
         "there is no command 'threads'; see 'emilia --help'",
         "there is no command 'threads'; see 'emilia --help'",
         2},
        {{"--log", "/no/such/folder/log"},
         "cannot write the log '/no/such/folder/log': No such file or directory",
         "cannot write the log: No such file or directory: '/no/such/folder/log'",
         1},
    }));
    Program program(wrong.options);
    const std::string status = "status " + wrong.shown;
    program.send(greeting);
    CHECK(line_of(program) == status);
    program.send("set contempt 0\nset depth 10\nping 1\nhint 4\n");
    CHECK(line_of(program) == status);
    program.send("move F5\nping 2\ngo\n");
    CHECK(line_of(program) == status);
    program.close_input();
    const Finished finished = program.finish();
    CHECK(finished.status == wrong.status);
    CHECK(finished.output.empty());
    CHECK(finished.errors == "emilia: " + wrong.message + '\n');
}

TEST_CASE("quit ends an engine with a wrong option, too") {
    Program program({"--treads", "2"});
    program.send(greeting + "quit\n");
    CHECK(program.finish().status == 2);
}

TEST_CASE("for any other client a wrong option ends the program") {
    const std::string sent = GENERATE("name\n", "ping 1\n", "nboard 2\nping 1\n",
                                      "nboard 2\nset game (;GM[Othello]PC[match.py];)\nping 1\n",
                                      "ENGINE-PROTOCOL init\n", "\n", "");
    CAPTURE(sent);
    Program program({"--treads", "2"});
    program.send(sent);
    const Finished finished = program.finish(); // while its input stays open
    CHECK(finished.status == 2);
    CHECK(finished.errors.starts_with("emilia: there is no option '--treads'"));
}

TEST_CASE("a wrong option of a command ends the program, whoever speaks to it") {
    Program program({"solve", "--treads", "2"});
    program.send(greeting);
    const Finished finished = program.finish();
    CHECK(finished.status == 2);
    CHECK(finished.output.empty());
}
