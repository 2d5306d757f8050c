#include "tests/catch.h"
#include "tests/locations.h"
#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <fmt/format.h>

using namespace emilia;
using namespace emilia::testing;

namespace {

namespace fs = std::filesystem;

/// A folder with a file of each kind that commands read: `wtb`, `WTH.JOU`, `bases/a.wtb`, `moves`,
/// `pos`, `weights`, `book`, `book2`, `dat`, `txt` and `round`.
struct Inputs : TemporaryFolder {
    Inputs() {
        fs::copy_file(testing::data_path("wthor/WTH_1978.wtb"), file("wtb"));
        fs::create_directory(file("bases"));
        fs::copy_file(file("wtb"), file("bases/a.wtb"));
        std::ofstream(file("WTH.JOU"), std::ios::binary) << std::string(16, '\0');
        std::ofstream(file("moves"), std::ios::binary) << "f5d6c3d3c4\n";
        make({"train", "--initial", "--output", file("weights")});
        make({"selfplay", "--output", file("pos"), "--games", "1", "--depth", "1", "--exact-at",
              "8", "--threads", "1"});
        for (const char* book : {"book", "book2"}) {
            make({"book", "build", "--book", file(book), "--positions", "3", "--depth", "1",
                  "--threads", "1"});
        }
        make({"book", "export", file("dat"), "--book", file("book")});
        make({"book", "export", file("txt"), "--book", file("book")});
        std::ofstream(file("round"), std::ios::binary)
            << run_program({"book", "plan", "--book", file("book"), "--lines", "1", "--depth", "1"})
                   .output;
    }
    static void make(const Words& words) { REQUIRE(run_program(words).status == 0); }
};

} // namespace

TEST_CASE("no command writes over a file that it reads, under whatever name", "[posix]") {
    const Inputs inputs;
    struct Case {
        std::string input;
        Words command; ///< the output, a name of the input, comes last
    };
    const auto in = [&inputs](const char* name) { return inputs.file(name); };
    const std::vector<Case> cases = {
        {"moves", {"convert", in("moves"), "--to", "ggf", "--output"}},
        {"wtb", {"convert", in("wtb"), "--to", "wthor", "--output"}},
        {"WTH.JOU", {"convert", in("wtb"), "--to", "text", "--output"}},
        {"WTH.JOU", {"convert", in("wtb"), "--to", "wthor", "--output"}},
        {"moves", {"analyze", "--level", "1", "--no-book", "--game", in("moves"), "--output"}},
        {"moves", {"analyze", "--level", "1", "--no-book", "--game", in("moves"), "--html"}},
        {"book", {"analyze", "--book", in("book"), "--level", "1", "--game", "f5", "--html"}},
        {"wtb", {"label", "--wthor", in("wtb"), "--games", "1", "--output"}},
        {"weights", {"label", "--wthor", in("wtb"), "--weights", in("weights"), "--output"}},
        {"weights", {"selfplay", "--games", "1", "--weights", in("weights"), "--output"}},
        {"pos", {"train", in("pos"), "--output"}},
        {"pos", {"calibrate", in("pos"), "--output"}},
        {"weights",
         {"book", "search", in("round"), "--weights", in("weights"), "--threads", "1", "--output"}},
        {"round", {"book", "search", in("round"), "--threads", "1", "--output"}},
        {"weights", {"calibrate", in("pos"), "--weights", in("weights"), "--output"}},
        {"moves", {"book", "learn", in("moves"), "--book"}},
        {"weights", {"book", "learn", in("moves"), "--weights", in("weights"), "--book"}},
        {"wtb", {"book", "build", "--wthor", in("wtb"), "--book"}},
        {"dat", {"book", "import", in("dat"), "--book"}},
        {"txt", {"book", "import", in("txt"), "--book"}},
        {"book", {"book", "export", "--book", in("book")}},
        {"book", {"book", "tree", "--book", in("book"), "--html"}},
        {"wtb", {"book", "openings", "--wthor", in("wtb"), "--markdown"}},
        {"bases/a.wtb", {"book", "openings", "--wthor", in("bases"), "--markdown"}},
        {"book", {"book", "openings", "--wthor", in("wtb"), "--book", in("book"), "--markdown"}},
        {"book", {"--book", in("book"), "--log"}},
        {"weights", {"--weights", in("weights"), "--log"}},
        {"book", {"book", "merge", in("book"), in("book2"), "--book"}},
    };
    fs::create_directory(in("other"));
    for (const Case& c : cases) {
        const std::string before = contents(in(c.input.c_str()));
        const std::string link = in("other/link");
        const std::string hard = in("other/hard");
        fs::remove(link);
        fs::remove(hard);
        fs::create_symlink("../" + c.input, link);
        fs::create_hard_link(in(c.input.c_str()), hard);
        for (const std::string& output :
             {in(c.input.c_str()), in(("./" + c.input).c_str()), link, hard}) {
            Words words = c.command;
            words.push_back(output);
            const Finished run = run_program(words);
            CAPTURE(words, run.errors);
            CHECK((run.status == 1 || run.status == 2));
            CHECK(run.errors.starts_with("emilia: '"));
            CHECK(contents(in(c.input.c_str())) == before);
        }
    }
}

TEST_CASE("a client of GGS writes over nothing that it reads, nor over the user's own book",
          "[posix]") {
    const Inputs inputs;
    fs::create_directory(inputs.file("emilia"));
    fs::copy_file(inputs.file("book"), inputs.file("emilia/own.book"));
    for (const char* output : {"--games", "--log"}) {
        for (const char* input : {"weights", "book", "emilia/own.book", "moves"}) {
            const std::string file = inputs.file(input);
            const std::string before = contents(file);
            const Finished run = run_shell(fmt::format(
                "XDG_DATA_HOME='{0}' \"$0\" ggs --host localhost --user emilia --rules '{0}/moves' "
                "--weights '{0}/weights' --book '{0}/book' {1} '{2}'",
                inputs.path(), output, file));
            CAPTURE(output, input, run.errors);
            CHECK(run.status == 2);
            CHECK(contains(run.errors, "cannot be both input and output"));
            CHECK(contents(file) == before);
        }
    }
}

TEST_CASE("no command writes over weights or a book that it reads from standard input", "[posix]") {
    const Inputs inputs;
    const std::string of_games = "\"$0\" analyze --game f5 --depth 1 --threads 1 ";
    struct Case {
        const char* input;
        std::string command;
    };
    const std::vector<Case> cases = {
        {"weights", of_games + "--no-book --weights - --html "},
        {"weights", of_games + "--no-book --weights - --output "},
        {"book", of_games + "--book - --html "},
        {"book", "\"$0\" book tree --book - --html "},
        {"weights", "\"$0\" book search " + inputs.file("round") + " --weights - --output "},
        {"weights", "\"$0\" calibrate " + inputs.file("pos") + " --weights - --output "},
    };
    for (const Case& c : cases) {
        const std::string file = inputs.file(c.input);
        const std::string before = contents(file);
        const Finished run = run_shell(c.command + file + " <" + file);
        CAPTURE(c.command, run.errors);
        CHECK(run.status == 2);
        CHECK(contains(run.errors, "cannot be both input and output"));
        CHECK(contents(file) == before);
    }
}

namespace {

/// Commands that write a file, which comes last, after the option that names it.
std::vector<Words> commands_with_output(const Inputs& inputs) {
    return {
        {"analyze", "--level", "1", "--no-book", "--game", "f5", "--html"},
        {"analyze", "--level", "1", "--no-book", "--game", "f5", "--output"},
        {"label", "--wthor", inputs.file("wtb"), "--games", "1", "--output"},
        {"selfplay", "--games", "1", "--output"},
        {"train", "--initial", "--output"},
        {"calibrate", inputs.file("pos"), "--output"},
        {"book", "learn", inputs.file("moves"), "--book"},
        {"book", "build", "--book"},
        {"book", "import", inputs.file("txt"), "--book"},
        {"book", "merge", inputs.file("book"), inputs.file("book2"), "--book"},
        {"book", "tree", "--html"},
        {"book", "openings", "--wthor", inputs.file("wtb"), "--markdown"},
        {"--log"},
    };
}

std::string shell_line(const Words& words) {
    std::string line = "\"$0\"";
    for (const std::string& word : words) line += " '" + word + "'";
    return line;
}

} // namespace

TEST_CASE("'-' is no output but convert's and export's, which is standard output") {
    const Inputs inputs;
    for (Words words : commands_with_output(inputs)) {
        const std::string option = words.back();
        words.emplace_back("-");
        const Finished run = run_program(words);
        CAPTURE(words);
        CHECK(run.status == 2);
        CHECK(run.output.empty());
        CHECK(run.errors.starts_with("emilia: " + option
                                     + " needs a file and can't be a standard stream; a file with "
                                       "the name '-' is "
                                     + option + " ./-; see 'emilia"));
        CHECK_FALSE(fs::exists("-"));
    }
    const Finished games = run_program({"convert", inputs.file("moves"), "--output", "-"});
    CHECK(games.status == 0);
    CHECK(games.output.starts_with("(;GM[Othello]"));
    CHECK_FALSE(fs::exists("-"));
}

TEST_CASE("no command writes the file that standard output or standard error goes to", "[posix]") {
    const Inputs inputs;
    const std::string notes = inputs.file("notes");
    std::vector<Words> commands = commands_with_output(inputs);
    commands.push_back({"convert", inputs.file("moves"), "--to", "ggf", "--output"});
    commands.push_back({"book", "export", "--book", inputs.file("book"), "--format", "text"});
    struct Case {
        std::string output, redirection;
    };
    std::vector<Case> cases = {{"/dev/stdout", ">>" + notes},
                               {"/dev/fd/1", ">>" + notes},
                               {notes, ">>" + notes},
                               {"/dev/stderr", "2>>" + notes}};
    if (fs::exists("/proc/self/fd")) cases.push_back({"/proc/self/fd/1", ">>" + notes});
    for (const Words& command : commands) {
        for (const Case& c : cases) {
            std::ofstream(notes) << "notes\n";
            Words words = command;
            words.push_back(c.output);
            const Finished run = run_shell(shell_line(words) + " " + c.redirection);
            CAPTURE(words, c.redirection, run.errors);
            CHECK(run.status == 2);
            const std::string written = contents(notes);
            CHECK(written.starts_with("notes\n"));
            const bool is_error = c.redirection.starts_with('2');
            CHECK((is_error ? written.substr(6) : run.errors)
                      .starts_with("emilia: '" + c.output + "' is where standard "
                                   + (is_error ? "error" : "output")
                                   + " goes already; choose another file; see"));
            CHECK((is_error || written == "notes\n"));
        }
    }
}

TEST_CASE("a log may not go to the client's pipe, but to standard error in a pipe of its own",
          "[posix]") {
    const Finished mixed = run_program({"--log", "/dev/stdout"}, "name\nquit\n");
    CHECK(mixed.status == 2);
    CHECK(mixed.output.empty());
    const Finished apart = run_program({"--hash", "1", "--log", "/dev/stderr"}, "name\nquit\n");
    CHECK(apart.status == 0);
    CHECK(apart.output == "= Emilia\n\n=\n\n");
    CHECK(contains(apart.errors, " > name\n"));
}

TEST_CASE("an analysis of games takes weights from a file, not from a pipe that ends once read",
          "[posix]") {
    const Inputs inputs;
    const std::string analysis =
        "\"$0\" analyze --game f5 --depth 1 --no-book --threads 1 --weights - ";
    CHECK(run_shell(analysis + "<" + inputs.file("weights")).status == 0);
    const Finished piped = run_shell("cat " + inputs.file("weights") + " | " + analysis);
    CHECK(piped.status == 1);
    CHECK(piped.errors
          == "emilia: '-' is no ordinary file, which is needed here, because it is read twice\n");
}
