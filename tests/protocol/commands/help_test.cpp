#include "engine/classic/players.h"
#include "engine/isa/instruction_set.h"
#include "protocol/commands/commands.h"
#include "protocol/commands/options/session_options.h"
#include "protocol/dialects/dialects.h"
#include "protocol/dialects/typed_commands.h"
#include "tests/catch.h"
#include "tests/pattern.h"
#include "tests/protocol/commands/program.h"

#include <algorithm>
#include <map>
#include <sstream>

#include <fmt/format.h>

using namespace emilia;
using namespace emilia::testing;

namespace {

Finished run_help(Words command) {
    command.emplace_back("--help");
    return run_program(command);
}

/// The commands that the program or one of its commands lists, from the program's name on.
std::vector<Words> listed_commands(const std::string& group) {
    const Words first = group.empty() ? Words{} : Words{group};
    const Pattern row("  emilia " + (group.empty() ? "" : group + " ") + "([-a-z]+)  +\\S.*");
    std::vector<Words> found;
    for (const std::string& line : split_lines(run_help(first).output)) {
        Parts match;
        if (!matches(line, match, row)) continue;
        found.push_back(first);
        found.back().push_back(match[1]);
    }
    return found;
}

/// The program without a command, and every command.
std::vector<Words> all_commands() {
    std::vector<Words> all(1);
    for (const char* group : {"", "book", "literature"}) {
        const std::vector<Words> listed = listed_commands(group);
        all.insert(all.end(), listed.begin(), listed.end());
    }
    return all;
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
        return has_match(help, Pattern(fmt::format("[ \n]{}[,;:. \n]", name)));
    };
    for (const DialectKind& dialect : dialects()) CHECK(lists(dialect.name));
    for (const InstructionSet& set : instruction_sets()) CHECK(lists(set.name));
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
    const Pattern with_default(" +(--[-a-z]+) .*\\(=([^)]*)\\).*");
    for (const Words& words : all_commands()) {
        std::string defaults;
        for (const std::string& line : split_lines(run_help(words).output)) {
            Parts match;
            if (matches(line, match, with_default))
                defaults += fmt::format(" {}={}", match[1], match[2]);
        }
        const std::string name = fmt::format("{}", fmt::join(words, " "));
        CAPTURE(name);
        const auto expected = known.find(name);
        CHECK(defaults == (expected == known.end() ? "" : expected->second));
    }
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
    std::string texts;
    for (const Words& words : all_commands()) texts += run_help(words).output;
    for (const DialectKind& dialect : dialects()) texts += help_text(dialect.help);
    std::istringstream lines(texts);
    for (std::string line; std::getline(lines, line);) {
        CAPTURE(line);
        CHECK(std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; })
              <= 80);
    }
}

TEST_CASE("'help' before a command shows the command's help") {
    CHECK(run_program({"help", "book", "learn"}).output.starts_with("emilia book learn FILE"));
    CHECK(run_program({"help", "perft"}).output == run_program({"perft", "--help"}).output);
    CHECK(run_program({"help", "help"}).output == run_program({"--help"}).output);
}
