#include "protocol/commands/commands.h"
#include "tests/catch.h"
#include "tests/pattern.h"
#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"

#include <algorithm>

#include <fmt/format.h>

using namespace emilia;
using namespace emilia::testing;

namespace {

bool is_one_line(const std::string& text) {
    return std::count(text.begin(), text.end(), '\n') == 1 && text.ends_with('\n');
}

} // namespace

TEST_CASE("control characters in a file's name are escaped, in errors and in results", "[posix]") {
    const TemporaryFolder folder;
    const std::string name = folder.file("a\x1b[2Jb\nc");
    const std::string shown = folder.file("a\\x1b[2Jb\\x0ac");
    CHECK(contains(run_program({"convert", name}).errors,
                   fmt::format("emilia: cannot read '{}': No such file or directory\n", shown)));
    CHECK(run_program({"train", "--initial", "--output", name}).output
          == fmt::format("'{}' holds the initial weights\n", shown));
    // A file without games is a problem of the input, which is reported in another place.
    CHECK(contains(run_program({"convert", name}).errors,
                   fmt::format("emilia: '{}' is neither a WTHOR base nor text", shown)));
}

TEST_CASE("the option --version names the program and its version, wherever it stands") {
    const auto words = GENERATE(Words{"--version"}, Words{"--threads", "1", "--version"});
    const Finished run = run_program(words);
    CHECK(run.status == 0);
    CHECK(run.errors.empty());
    CHECK(matches(run.output, Pattern("Emilia [0-9]+\\.[0-9]+\\.[0-9]+ \\([-a-z0-9]+\\)\n")));
}

TEST_CASE("a wrong command line ends with status 2 and one line that explains the mistake") {
    struct Case {
        Words words;
        std::string message;
    };
    const auto wrong = GENERATE(values<Case>({
        {{"castle"}, "there is no command 'castle';"},
        {{"anlyze", "--exact"}, "there is no command 'anlyze' (did you mean 'analyze'?)"},
        {{"slove"}, "there is no command 'slove' (did you mean 'solve'?)"},
        {{"help", "bok"}, "there is no command 'bok' (did you mean 'book'?)"},
        {{"--threads", "1", "perft", "3"}, "perft comes before all options"},
        {{"--threads", "1", "castle"}, "there is no command 'castle'"},
        {{"--weights", "-"}, "--weights can't be standard input"},
        {{"--book", "-"}, "--book can't be standard input"},
        {{"--player", "norvig-igo"}, "no player 'norvig-igo' (did you mean 'norvig-iago'?)"},
        {{"--castle"}, "'--castle'"},
        {{"--dep", "3"}, "'--dep'"},
        {{"--depth"}, "'--depth' is missing"},
        {{"--depth", "deep"}, "'deep'"},
        {{"--depth", "3x"}, "'3x'"},
        {{"--depth", "0"}, "--depth is 1 to 60, not 0"},
        {{"--depth", "61"}, "--depth is 1 to 60, not 61"},
        {{"--depth", "3", "--depth", "4"}, "more than once"},
        {{"--level", "0"}, "--level is 1 to 60, not 0"},
        {{"--level", "61"}, "--level is 1 to 60, not 61"},
        {{"--nodes", "0"}, "--nodes is 1 to"},
        {{"--nodes", "-5"}, "--nodes is 1 to"},
        {{"--time", "0"}, "--time is 0.001 to"},
        {{"--time", "-1"}, "--time is 0.001 to"},
        {{"--time", "nan"}, "--time is 0.001 to"},
        {{"--wld-at", "61"}, "--wld-at is 0 to 60, not 61"},
        {{"--exact-at", "-1"}, "--exact-at is 0 to 60, not -1"},
        {{"--threads", "0"}, "--threads is 1 to"},
        {{"--hash", "0"}, "--hash is 1 to"},
        {{"--isa", "z80"}, "not 'z80'"},
        {{"perft", "3", "--isa", "z80"}, "not 'z80'"},
        {{"--hash", "9999999"}, "--hash is 1 to"},
        {{"--protocol", "morse"}, "--protocol is"},
        {{"--json"}, "'--json'"},
        {{"analyze"}, "64 squares and the side to move"},
        {{"analyze", "X"}, "a board has 64 squares"},
        {{"solve"}, "solve needs one problem file"},
        {{"solve", "one.obf", "two.obf"}, "solve needs one problem file"},
        {{"solve", "one.obf", "--wld", "--depth", "3"}, "--wld and --depth exclude each other"},
        {{"selfplay"}, "selfplay needs --output FILE"},
        {{"selfplay", "--output"}, "'--output' is missing"},
        {{"selfplay", "file.pos"}, "selfplay does not know what to do with 'file.pos'"},
        {{"selfplay", "--output", "x", "--games", "0"}, "--games is 1 to 4294967295, not 0"},
        {{"selfplay", "--output", "x", "--games", "-1"}, "--games is 1 to 4294967295, not -1"},
        {{"selfplay", "--output", "x", "--seed", "-1"}, "--seed is 0 to"},
        {{"selfplay", "--output", "x", "--for", "0"}, "--for is 0.001 to"},
        {{"selfplay", "--output", "x", "--depth", "0"}, "--depth is 1 to 60, not 0"},
        {{"selfplay", "--output", "x", "--exact-at", "7"}, "--exact-at is 8 to 30, not 7"},
        {{"selfplay", "--output", "x", "--exact-at", "31"}, "--exact-at is 8 to 30, not 31"},
        {{"selfplay", "--output", "x", "--threads", "0"}, "--threads is 1 to"},
        {{"selfplay", "--output", "x", "--hash", "0"}, "--hash is 1 to"},
        {{"selfplay", "--output", "x", "--isa", "z80"}, "not 'z80'"},
        {{"selfplay", "--output", "x", "--threads", "1024", "--hash", "1048576"},
         "--hash 1048576 for each of 1024 threads is more than this machine's memory"},
        {{"perft"}, "emilia perft 9"},
        {{"perft", "deep"}, "emilia perft 9"},
        {{"perft", "-1"}, "'-1'"},
        {{"perft", "99999999999"}, "0 to 60, not 99999999999"},
        {{"perft", "61"}, "0 to 60, not 61"},
        {{"perft", "3", "XO"}, "a board has 64 squares"},
        {{"perft", "3", "f5d6a1"}, "move 3: a1 is not a legal move for black"},
        {{"perft", "3", "f5d6c9"}, "'c9' is not a square or a pass"},
        {{"perft", "3", "---------------------------OX------XO---------------------------Q"},
         "'Q' is not a side to move"},
        {{"perft", "3", "--ias", "x"}, "there is no option '--ias' (did you mean '--isa'?)"},
        {{"bench", "3"}, "bench takes no arguments"},
        {{"bench", "--depth", "3"}, "'--depth'"},
        {{"label"}, "label needs --wthor and a game base"},
        {{"label", "--wthor", "a.wtb"}, "label needs --output and a file"},
        {{"label", "a.wtb", "--output", "a.pos"}, "label does not take 'a.wtb'"},
        {{"label", "--wthor", "a", "--output", "b", "--years", "1977-"}, "not '1977-'"},
        {{"label", "--wthor", "a", "--output", "b", "--years", "2000-1999"}, "not '2000-1999'"},
        {{"label", "--wthor", "a", "--output", "b", "--years", "all"}, "not 'all'"},
        {{"label", "--wthor", "a", "--output", "b", "--games", "0"}, "--games is at least 1"},
        {{"label", "--wthor", "a", "--output", "b", "--exact-at", "61"}, "--exact-at is 0 to 60"},
        {{"train"}, "train needs a file of positions"},
        {{"train", "--output", "x"}, "train needs a file of positions"},
        {{"train", "a.pos"}, "train needs --output and a file"},
        {{"train", "a.pos", "--output"}, "'--output' is missing"},
        {{"train", "a.pos", "--output", "x", "--passes", "0"}, "--passes is 1 to 100000, not 0"},
        {{"train", "a.pos", "--output", "x", "--ridge", "-1"},
         "--ridge is 0 to 1000000000, not -1"},
        {{"train", "a.pos", "--output", "x", "--ridge", "nan"},
         "--ridge is 0 to 1000000000, not nan"},
        {{"train", "a.pos", "--output", "x", "--smoothness", "-1"}, "--smoothness is 0 to"},
        {{"train", "a.pos", "--output", "x", "--threads", "0"}, "--threads is 1 to"},
        {{"evaluate"}, "evaluate needs a file of positions"},
        {{"evaluate", "a.pos", "--depth", "0"}, "--depth is 1 to 60, not 0"},
        {{"evaluate", "a.pos", "--depth", "61"}, "--depth is 1 to 60, not 61"},
        {{"evaluate", "a.pos", "--sample", "0"}, "--sample is 1 to 1000000000, not 0"},
        {{"evaluate", "a.pos", "--band", "0"}, "--band is 1 to 60, not 0"},
        {{"evaluate", "a.pos", "--empties", "many"}, "such as 8-24, not 'many'"},
        {{"evaluate", "a.pos", "--empties", "8-"}, "not '8-'"},
        {{"evaluate", "a.pos", "--empties", "-8"}, "not '-8'"},
        {{"evaluate", "a.pos", "--empties", "24-8"}, "not '24-8'"},
        {{"evaluate", "a.pos", "--empties", "8-61"}, "not '8-61'"},
        {{"evaluate", "a.pos", "--threads", "0"}, "--threads is 1 to"},
        {{"evaluate", "a.pos", "--hash", "0"}, "--hash is 1 to"},
        {{"evaluate", "a.pos", "--isa", "z80"}, "not 'z80'"},
    }));
    CAPTURE(wrong.words);
    const Finished run = run_program(wrong.words, "name\n");
    CHECK(run.status == 2);
    CHECK(run.output.empty());
    CHECK(is_one_line(run.errors));
    CHECK(run.errors.starts_with("emilia: "));
    CHECK(contains(run.errors, wrong.message));
    const auto is_its_name = [&wrong](const Command& command) {
        return command.name == wrong.words.front();
    };
    const bool names_command = std::any_of(commands().begin(), commands().end(), is_its_name);
    const std::string command = names_command ? wrong.words.front() + " " : "";
    CHECK(run.errors.ends_with(fmt::format("; see 'emilia {}--help'\n", command)));
}

TEST_CASE("a mistake in a command of a group names the help of that command") {
    CHECK(run_program({"book", "probe", "--castle"})
              .errors.ends_with("; see 'emilia book probe --help'\n"));
    CHECK(run_program({"book", "burn"}).errors.ends_with("; see 'emilia book --help'\n"));
    CHECK(run_program({"book", "lern"}).errors
          == "emilia: book has no command 'lern' (did you mean 'learn'?); see 'emilia book "
             "--help'\n");
    CHECK(
        run_program({"book", "learn", "--dpth", "3"}).errors
        == "emilia: there is no option '--dpth' (did you mean '--depth'?); see 'emilia book learn "
           "--help'\n");
    CHECK(run_program({"literature"}).errors.ends_with("; see 'emilia literature --help'\n"));
}

TEST_CASE("a table larger than the machine's memory is refused before it is tried") {
    // One TiB is the largest value that the option accepts.
    const Finished run = run_program({"--hash", "1048576"}, "name\n");
    if (run.status == 0) return; // this machine has a TiB of memory
    CHECK(run.status == 2);
    CHECK(run.output.empty());
    CHECK(is_one_line(run.errors));
    CHECK(contains(run.errors, "--hash 1048576 is more than this machine's memory"));
}

TEST_CASE("a file that can't be read or written ends the program with status 1 and its name",
          "[posix]") {
    struct Case {
        Words words;
        std::string message;
    };
    const auto wrong = GENERATE(values<Case>({
        {{"solve", "/no/such/file.obf"}, "cannot read '/no/such/file.obf': No such file"},
        {{"solve", "/"}, "cannot read '/': it is a folder"},
        {{"solve", "/dev/null"}, "'/dev/null' holds no problems"},
        {{"selfplay", "--output", "/no/such/folder/file"},
         "'/no/such/folder/file' can't be opened for writing: No such file"},
        {{"selfplay", "--output", "/"}, "'/' can't be opened for writing: Is a directory"},
        {{"train", "/no/such.pos", "--output", "/no/such/folder/file"},
         "cannot write '/no/such/folder/file': No such file"},
        {{"train", "/no/such.pos", "--output", "/"}, "cannot write '/': it is a folder"},
        {{"train", "/no/such.pos", "--output", "/dev/null"}, "it is no ordinary file"},
        {{"evaluate", "/no/such.pos"}, "'/no/such.pos' can't be read: No such file"},
        {{"evaluate", "/no/such.pos", "--weights", "/no/such/file"},
         "cannot read '/no/such/file': No such file"},
        {{"evaluate", "/no/such.pos", "--weights", "/dev/null"},
         "'/dev/null' is not a weights file"},
        {{"--log", "/no/such/folder/log"},
         "cannot write the log '/no/such/folder/log': No such file or directory\n"},
    }));
    CAPTURE(wrong.words);
    const Finished run = run_program(wrong.words, "name\n");
    CHECK(run.status == 1);
    CHECK(run.output.empty());
    CHECK(is_one_line(run.errors));
    CHECK(contains(run.errors, wrong.message));
}

TEST_CASE("perft counts the published numbers of leaves") {
    struct Case {
        Words words;
        std::string first_line;
    };
    const auto right = GENERATE(values<Case>({
        {{"perft", "0"}, "perft(0) = 1"},
        {{"perft", "1"}, "perft(1) = 4"},
        {{"perft", "7"}, "perft(7) = 55092"},
        {{"perft", "---------------------------OX------XO---------------------------O", "6"},
         "perft(6) = 8200"},
        {{"perft", "3", "---------------------------OX---", "---XO---------------------------X"},
         "perft(3) = 56"},
        {{"perft", "6", "f5"}, "perft(6) = 13773"},
    }));
    CAPTURE(right.words);
    const Finished run = run_program(right.words);
    CHECK(run.status == 0);
    CHECK(run.errors.empty());
    const Words lines = split_lines(run.output);
    REQUIRE(lines.size() == 2);
    CHECK(lines[0] == right.first_line);
    CHECK(contains(lines[1], right.words[1] == "0" ? "1 leaf in " : " leaves in "));
}

TEST_CASE("bench ends with the same number of nodes every time") {
    const Words first = split_lines(run_program({"bench"}).output);
    const Finished second = run_program({"bench"});
    CHECK(second.status == 0);
    CHECK(second.errors.empty());
    REQUIRE(first.size() > 3);
    CHECK(matches(first.back(), Pattern("Nodes searched: [1-9][0-9]*")));
    CHECK(split_lines(second.output).back() == first.back());
}

TEST_CASE("the option --protocol fixes the dialect; otherwise the first word tells it") {
    struct Case {
        Words words;
        std::string input;
        std::string output;
    };
    const auto right = GENERATE(values<Case>({
        {{}, "nboard 2\n", "set myname Emilia\nstatus\n"},
        {{}, "\n  \nping 3\n", "pong 3\n"},
        {{}, "set depth 0\n", "status Error: depth is 1 to 60, not '0'\n"},
        {{}, "move a1\n", "status Error: a1 is not a legal move for black\n"},
        {{}, "  ping\t3\r\n", "pong 3\n"},
        {{}, "name\n", "= Emilia\n\n"},
        {{}, "1 name", "=1 Emilia\n\n"},
        {{}, "1 ping 2\n", "?1 unknown command\n\n"},
        {{}, "# ping\nname\r\n", "= Emilia\n\n"},
        {{}, "", ""},
        {{"--protocol", "auto"}, "ping 3\n", "pong 3\n"},
        {{"--protocol", "gtp"}, "ping 3\n", "? unknown command\n\n"},
        {{"--protocol=nboard"}, "name\n", "status Error: unknown command 'name'\n"},
        // The dialect doesn't change later.
        {{}, "ping 1\nname\n", "pong 1\nstatus Error: unknown command 'name'\n"},
        {{}, "name\nping 1\n", "= Emilia\n\n? unknown command\n\n"},
    }));
    CAPTURE(right.words, right.input);
    Words words = right.words;
    words.insert(words.end(), {"--hash", "1", "--threads", "1"});
    const Finished run = run_program(words, right.input);
    CHECK(run.status == 0);
    CHECK(run.output == right.output);
    CHECK(run.errors.empty());
}
