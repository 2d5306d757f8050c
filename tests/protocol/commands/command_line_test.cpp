#include "protocol/commands/commands.h"
#include "tests/catch.h"
#include "tests/pattern.h"
#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"
#include "tests/snapshots.h"

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
    const std::vector<Words> wrong{
        {"castle"},
        {"anlyze", "--exact"},
        {"slove"},
        {"help", "bok"},
        {"--threads", "1", "perft", "3"},
        {"--threads", "1", "castle"},
        {"--weights", "-"},
        {"--book", "-"},
        {"--player", "norvig-igo"},
        {"--castle"},
        {"--dep", "3"},
        {"--depth"},
        {"--depth", "deep"},
        {"--depth", "3x"},
        {"--depth", "0"},
        {"--depth", "61"},
        {"--depth", "3", "--depth", "4"},
        {"--level", "0"},
        {"--level", "61"},
        {"--nodes", "0"},
        {"--nodes", "-5"},
        {"--time", "0"},
        {"--time", "-1"},
        {"--time", "nan"},
        {"--wld-at", "61"},
        {"--exact-at", "-1"},
        {"--threads", "0"},
        {"--hash", "0"},
        {"--hash", "9999999"},
        {"--protocol", "morse"},
        {"--json"},
        {"analyze"},
        {"analyze", "X"},
        {"solve"},
        {"solve", "one.obf", "two.obf"},
        {"solve", "one.obf", "--wld", "--depth", "3"},
        {"selfplay"},
        {"selfplay", "--output"},
        {"selfplay", "file.pos"},
        {"selfplay", "--output", "x", "--games", "0"},
        {"selfplay", "--output", "x", "--games", "-1"},
        {"selfplay", "--output", "x", "--seed", "-1"},
        {"selfplay", "--output", "x", "--for", "0"},
        {"selfplay", "--output", "x", "--depth", "0"},
        {"selfplay", "--output", "x", "--exact-at", "7"},
        {"selfplay", "--output", "x", "--exact-at", "31"},
        {"selfplay", "--output", "x", "--threads", "0"},
        {"selfplay", "--output", "x", "--hash", "0"},
        {"selfplay", "--output", "x", "--threads", "1024", "--hash", "1048576"},
        {"perft"},
        {"perft", "deep"},
        {"perft", "-1"},
        {"perft", "99999999999"},
        {"perft", "61"},
        {"perft", "3", "XO"},
        {"perft", "3", "f5d6a1"},
        {"perft", "3", "f5d6c9"},
        {"perft", "3", "---------------------------OX------XO---------------------------Q"},
        {"perft", "3", "--ias", "x"},
        {"bench", "3"},
        {"bench", "--depth", "3"},
        {"label"},
        {"label", "--wthor", "a.wtb"},
        {"label", "a.wtb", "--output", "a.pos"},
        {"label", "--wthor", "a", "--output", "b", "--years", "1977-"},
        {"label", "--wthor", "a", "--output", "b", "--years", "2000-1999"},
        {"label", "--wthor", "a", "--output", "b", "--years", "all"},
        {"label", "--wthor", "a", "--output", "b", "--games", "0"},
        {"label", "--wthor", "a", "--output", "b", "--exact-at", "61"},
        {"train"},
        {"train", "--output", "x"},
        {"train", "a.pos"},
        {"train", "a.pos", "--output"},
        {"train", "a.pos", "--output", "x", "--passes", "0"},
        {"train", "a.pos", "--output", "x", "--ridge", "-1"},
        {"train", "a.pos", "--output", "x", "--ridge", "nan"},
        {"train", "a.pos", "--output", "x", "--smoothness", "-1"},
        {"train", "a.pos", "--output", "x", "--threads", "0"},
        {"evaluate"},
        {"evaluate", "a.pos", "--depth", "0"},
        {"evaluate", "a.pos", "--depth", "61"},
        {"evaluate", "a.pos", "--sample", "0"},
        {"evaluate", "a.pos", "--band", "0"},
        {"evaluate", "a.pos", "--empties", "many"},
        {"evaluate", "a.pos", "--empties", "8-"},
        {"evaluate", "a.pos", "--empties", "-8"},
        {"evaluate", "a.pos", "--empties", "24-8"},
        {"evaluate", "a.pos", "--empties", "8-61"},
        {"evaluate", "a.pos", "--threads", "0"},
        {"evaluate", "a.pos", "--hash", "0"},
    };
    check_snapshot("messages", "a wrong command line", refusals(wrong, 2));
}

TEST_CASE("an unknown instruction set is refused with those that this build has") {
    for (Words words :
         {Words{}, {"perft", "3"}, {"selfplay", "--output", "x"}, {"evaluate", "a.pos"}}) {
        words.insert(words.end(), {"--isa", "z80"});
        const std::string refusal = refusals({words}, 2);
        CHECK(contains(refusal, "emilia: --isa is "));
        CHECK(contains(refusal, ", not 'z80'; see 'emilia "));
    }
}

TEST_CASE("a mistake in a command of a group names the help of that command") {
    const std::vector<Words> wrong{
        {"book", "probe", "--castle"},    {"book", "burn"}, {"book", "lern"},
        {"book", "learn", "--dpth", "3"}, {"literature"},
    };
    check_snapshot("messages", "a wrong command of a group", refusals(wrong, 2));
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
    const std::vector<Words> wrong{
        {"solve", "/no/such/file.obf"},
        {"solve", "/"},
        {"solve", "/dev/null"},
        {"selfplay", "--output", "/no/such/folder/file"},
        {"selfplay", "--output", "/"},
        {"train", "/no/such.pos", "--output", "/no/such/folder/file"},
        {"train", "/no/such.pos", "--output", "/"},
        {"train", "/no/such.pos", "--output", "/dev/null"},
        {"evaluate", "/no/such.pos"},
        {"evaluate", "/no/such.pos", "--weights", "/no/such/file"},
        {"evaluate", "/no/such.pos", "--weights", "/dev/null"},
        {"--log", "/no/such/folder/log"},
    };
    check_snapshot("messages", "a file that cannot be used", refusals(wrong, 1));
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
