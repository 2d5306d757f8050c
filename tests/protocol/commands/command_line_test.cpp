#include "engine/classic/players.h"
#include "engine/isa/variant.h"
#include "protocol/commands/commands.h"
#include "protocol/dialects/dialects.h"
#include "protocol/dialects/typed_commands.h"
#include "protocol/options/session_options.h"
#include "tests/catch.h"
#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"

#include <algorithm>
#include <map>
#include <regex>
#include <sstream>

#include <fmt/format.h>

using namespace emilia;
using namespace emilia::testing;

namespace {

bool is_one_line(const std::string& text) {
    return std::count(text.begin(), text.end(), '\n') == 1 && text.ends_with('\n');
}

Finished run_help(Words command) {
    command.emplace_back("--help");
    return run_program(command);
}

/// The commands that the program or one of its commands lists, from the program's name on.
std::vector<Words> listed_commands(const std::string& group) {
    const Words first = group.empty() ? Words{} : Words{group};
    const std::regex row("  emilia " + (group.empty() ? "" : group + " ") + "([-a-z]+)  +\\S.*");
    std::vector<Words> found;
    for (const std::string& line : split_lines(run_help(first).output)) {
        std::smatch match;
        if (!std::regex_match(line, match, row)) continue;
        found.push_back(first);
        found.back().push_back(match[1].str());
    }
    return found;
}

} // namespace

TEST_CASE("the option --help shows every command and option, wherever it stands") {
    const auto words = GENERATE(Words{"--help"}, Words{"-h"}, Words{"help"},
                                Words{"--threads", "1", "--help"}, Words{"--depth", "3", "-h"});
    const Finished run = run_program(words);
    CHECK(run.status == 0);
    CHECK(run.errors.empty());
    for (const Command& command : commands()) {
        CHECK(contains(run.output, fmt::format("\n  emilia {} ", command.name)));
        CHECK(contains(run.output, fmt::format("  {}\n", command.summary)));
    }
    auto described = session_options();
    static_cast<void>(parse_options(described, {})); // adds --help
    for (const auto& option : described.options()) {
        CAPTURE(option->long_name());
        CHECK(contains(run.output, fmt::format(" --{} ", option->long_name())));
    }
}

TEST_CASE("the program's help names every dialect, instruction set and player") {
    std::string help = run_program({"--help"}).output;
    const auto lists = [&help](std::string_view name) {
        return std::regex_search(help, std::regex(fmt::format("[ \n]{}[,;:. \n]", name)));
    };
    for (const DialectKind& dialect : dialects()) CHECK(lists(dialect.name));
    for (const NamedVariant& variant : variants()) CHECK(lists(variant.name));
    for (const classic::PlayerKind& player : classic::player_kinds()) CHECK(lists(player.name));
}

TEST_CASE("each command that a help text lists has a help of its own") {
    for (const std::string group : {"", "book", "literature"}) {
        const std::vector<Words> listed = listed_commands(group);
        CHECK(listed.size() >= (group.empty() ? commands().size() : 1));
        for (const Words& words : listed) {
            const std::string name = fmt::format("{}", fmt::join(words, " "));
            CAPTURE(name);
            const Finished run = run_help(words);
            CHECK(run.status == 0);
            CHECK(run.errors.empty());
            CHECK(run.output.starts_with("emilia " + name));
        }
    }
}

TEST_CASE("an option that is not given has the value that its help names, and users know") {
    const std::map<std::string, std::string> known{
        {"", " --protocol=auto --book-cost=100 --book-random=100 --hash=128"},
        {"analyze", " --hash=128"},
        {"book build", " --positions=20000 --depth=20 --confidence=63 --doubt-plies=2"
                       " --deepen=all --played=50 --save-every=5 --hash=64"},
        {"book check", " --sample=0 --deeper=4 --loss=2 --book-cost=100 --seed=0 --hash=128"},
        {"book learn", " --depth=20 --exact-at=20 --save-every=5 --hash=64"},
        {"book openings", " --count=200 --share=67"},
        {"book plan", " --positions=20000 --lines=16 --depth=20 --confidence=63 --doubt-plies=0"
                      " --deepen=all"},
        {"book search", " --hash=64"},
        {"calibrate", " --depth=12 --hash=32"},
        {"evaluate", " --band=4 --hash=4"},
        {"ggs", " --port=5000 --games=ggs-games.ggf --lag=0.5 --silence=150 --book-cost=100"
                " --book-random=100 --hash=128"},
        {"label", " --exact-at=16 --hash=128"},
        {"literature branching", " --positions=30 --games=100 --seed=1"},
        {"literature iago-match", " --games=1000 --seed=1"},
        {"literature ordering", " --games=100 --plies=6 --seed=1"},
        {"literature round-robin", " --games=1000 --seed=1"},
        {"literature speed-up", " --games=20 --seed=1"},
        {"play", " --color=black --book-cost=100 --book-random=100 --hash=128"},
        {"selfplay", " --seed=0 --depth=6 --exact-at=18 --hash=16"},
        {"solve", " --hash=128"},
        {"train", " --passes=100 --ridge=5 --smoothness=150 --network-passes=6 --rate=0.0015"
                  " --batch=16384 --decay=1.5 --search-weight=2 --seed=1"},
    };
    const std::regex with_default(" +(--[-a-z]+) .*\\(=([^)]*)\\).*");
    for (const std::string group : {"", "book", "literature"}) {
        std::vector<Words> all = listed_commands(group);
        if (group.empty()) all.emplace_back();
        for (const Words& words : all) {
            std::string defaults;
            for (const std::string& line : split_lines(run_help(words).output)) {
                std::smatch match;
                if (std::regex_match(line, match, with_default))
                    defaults += fmt::format(" {}={}", match[1].str(), match[2].str());
            }
            const std::string name = fmt::format("{}", fmt::join(words, " "));
            CAPTURE(name);
            const auto expected = known.find(name);
            CHECK(defaults == (expected == known.end() ? "" : expected->second));
        }
    }
}

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
    CHECK(std::regex_match(run.output,
                           std::regex("Emilia [0-9]+\\.[0-9]+\\.[0-9]+ \\([-a-z0-9]+\\)\n")));
}

TEST_CASE("each command's --help shows its options and an example, and does nothing else") {
    struct Case {
        const char* command;
        std::vector<std::string> options;
    };
    const auto words =
        GENERATE(Words{"play", "--color", "--clock", "--eval", "--comment", "--load", "--resume",
                       "--plain", "--letters", "--level", "--player", "--threads", "--hash"},
                 Words{"analyze", "--exact", "--top", "--json", "--time", "--depth", "--nodes",
                       "--level", "--wld-at", "--exact-at", "--threads", "--hash"},
                 Words{"solve", "--wld", "--depth", "--json", "--threads", "--hash"},
                 Words{"selfplay", "--output", "--games", "--for", "--seed", "--depth",
                       "--exact-at", "--threads", "--hash", "--isa"},
                 Words{"label", "--wthor", "--output", "--years", "--exact-at", "--games",
                       "--threads", "--hash"},
                 Words{"train", "--output", "--passes", "--ridge", "--smoothness", "--threads"},
                 Words{"evaluate", "--depth", "--sample", "--empties", "--exact-only", "--band",
                       "--json", "--weights", "--threads", "--hash", "--isa"},
                 Words{"perft"}, Words{"bench"});
    const std::string& command = words.front();
    CAPTURE(command);
    const Finished run = run_program({command, "--help"});
    CHECK(run.status == 0);
    CHECK(run.errors.empty());
    CHECK(run.output.starts_with("emilia " + command));
    CHECK(contains(run.output, "\n  emilia " + command));
    for (std::size_t i = 1; i < words.size(); ++i) {
        CAPTURE(words[i]);
        CHECK(contains(run.output, words[i]));
    }
}

TEST_CASE("no line of a help or greeting is wider than a terminal of 80 columns") {
    std::string texts = run_program({"--help"}).output;
    for (const Command& command : commands())
        texts += run_program({std::string(command.name), "--help"}).output;
    for (const std::string command : {"info", "probe", "tree", "openings", "learn", "build", "plan",
                                      "search", "take-in", "check", "import", "export", "merge"})
        texts += run_program({"book", command, "--help"}).output;
    for (const std::string command :
         {"players", "round-robin", "iago-match", "ordering", "branching", "speed-up"})
        texts += run_program({"literature", command, "--help"}).output;
    for (const DialectKind& dialect : dialects()) texts += help_text(dialect.help);
    std::istringstream lines(texts);
    for (std::string line; std::getline(lines, line);) {
        CAPTURE(line);
        CHECK(std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; })
              <= 80);
    }
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

TEST_CASE("'help' before a command shows the command's help") {
    CHECK(run_program({"help", "book", "learn"}).output.starts_with("emilia book learn FILE"));
    CHECK(run_program({"help", "perft"}).output == run_program({"perft", "--help"}).output);
    CHECK(run_program({"help", "help"}).output == run_program({"--help"}).output);
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
    CHECK(std::regex_match(first.back(), std::regex("Nodes searched: [1-9][0-9]*")));
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
