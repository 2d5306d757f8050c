#include "protocol/dialects/session.h"
#include "tests/catch.h"
#include "tests/protocol/commands/program.h"

#include <fmt/format.h>

using namespace emilia;
using namespace emilia::testing;

TEST_CASE("the first word of a client tells its dialect") {
    struct Case {
        const char* line;
        const char* dialect;
    };
    const auto given = GENERATE(values<Case>({
        {"nboard 2", "nboard"},
        {"  nboard 2", "nboard"},
        {"set game (;GM[Othello];)", "nboard"},
        {"set", "nboard"},
        {"ping 1", "nboard"},
        {"move F5", "nboard"},
        {"ENGINE-PROTOCOL init", "cassio"},
        {"ENGINE-PROTOCOL", "cassio"},
        {"ugi", "ugi"},
        {" ugi ", "ugi"},
        {"UGI", "gtp"},
        {"uginewgame", "gtp"},
        {"engine-protocol init", "gtp"},
        {"protocol_version", "gtp"},
        {"1 name", "gtp"},
        {"set_game Othello", "gtp"},
        {"NBOARD 2", "gtp"},
        {"F5", "gtp"},
        {"\xff\xfe", "gtp"},
    }));
    CAPTURE(given.line);
    CHECK(recognise_dialect(given.line).name == given.dialect);
}

TEST_CASE("the dialect can be fixed, whatever the first word is") {
    struct Case {
        const char* dialect;
        const char* output;
    };
    const auto given = GENERATE(values<Case>({
        {"gtp", "? unknown command\n\n"},
        {"nboard", "pong 7\n"},
        {"cassio", "ready.\nERROR: a command begins with ENGINE-PROTOCOL, not 'ping'\n"},
        {"ugi", "info string Error: unknown command 'ping'\n"},
    }));
    CAPTURE(given.dialect);
    const Finished run = run_program({"--hash", "1", "--protocol", given.dialect}, "\nping 7\n");
    CHECK(run.status == 0);
    CHECK(run.output == given.output);
    CHECK(run.errors.empty());
}

TEST_CASE("the error for an unknown dialect names it and lists the known ones") {
    const Finished run = run_program({"--protocol", "uci"});
    CHECK(run.status == 2);
    CHECK(run.output.empty());
    CHECK(run.errors.find("auto, nboard, cassio, ugi, gtp, not 'uci'") != std::string::npos);
}

TEST_CASE("UTF-8, CRLF and a missing final newline do no harm") {
    const std::string board = "---------------------------O*------*O---------------------------";
    struct Case {
        std::string input;
        std::string output;
    };
    const auto given = GENERATE_COPY(values<Case>({
        {fmt::format(
             "nboard 2\r\nset game (;GM[Othello]PB[Émilie Œ 日本]PW[Ж]BO[8 {} *];)\r\nping 3",
             board),
         "set myname Emilia\nstatus\npong 3\n"},
        {"name\r\nversion é\r\nloadsgf /tmp/é\x01\x02日.sgf",
         "= Emilia\n\n= 0.1.0\n\n? cannot load file: cannot read '/tmp/?????.sgf': No such file or "
         "directory\n\n"},
        {"ENGINE-PROTOCOL init\r\nENGINE-PROTOCOL größe", "ready.\nERROR: unknown command "
                                                          "'gr\\xc3\\xb6\\xc3\\x9fe'\n"},
    }));
    CAPTURE(given.input);
    const Finished run = run_program({"--hash", "1", "--no-book"}, given.input);
    CHECK(run.status == 0);
    CHECK(run.output == given.output);
    CHECK(run.errors.empty());
}

TEST_CASE("when the client stops reading, the program ends without a word in every dialect") {
    struct Case {
        const char* dialect;
        const char* greeting;
        const char* search;
    };
    const auto given = GENERATE(values<Case>({
        {"gtp", "name\n", "emilia-analyze\n"},
        {"nboard", "nboard 2\n", "set depth 60\nhint 4\n"},
        {"cassio", "\n",
         "ENGINE-PROTOCOL endgame-search "
         "---------------------------OX------XO---------------------------X -64 64 100\n"},
        {"ugi", "isready\n", "go infinite\n"},
    }));
    CAPTURE(given.dialect);
    Program program({"--hash", "1", "--threads", "1", "--no-book", "--protocol", given.dialect});
    program.send(given.greeting);
    CHECK(program.read_line());
    program.close_output();
    program.send(given.search);
    program.send(given.greeting);
    program.send(given.greeting);
    const Finished finished = program.finish();
    CHECK(finished.errors.empty());
    CHECK(finished.status == status_without_reader());
}

TEST_CASE("a closed input or a folder counts as the end of the input", "[posix]") {
    for (const char* const line : {"exec \"$0\" --hash 1 <&-", "exec \"$0\" --hash 1 </"}) {
        CAPTURE(line);
        const Finished run = run_shell(line);
        CHECK(run.status == 0);
        CHECK(run.output.empty());
        CHECK(run.errors.empty());
    }
}
