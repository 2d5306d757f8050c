#include "engine/classic/players.h"
#include "engine/isa/instruction_set.h"
#include "protocol/commands/commands.h"
#include "protocol/dialects/session.h"
#include "protocol/dialects/typed_commands.h"
#include "tests/catch.h"
#include "tests/pattern.h"
#include "tests/protocol/commands/program.h"
#include "tests/snapshots.h"

#include <algorithm>
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

/// The name of a command's page among the snapshots.
std::string name_of_help(const Words& command) {
    return fmt::format("emilia {}{}--help", fmt::join(command, " "), command.empty() ? "" : " ");
}

/// A help page without the command that plays on a game server and the instruction sets, which
/// depend on the build.
std::string without_what_builds_choose(const std::string& page) {
    std::string rest;
    bool tells_sets = false;
    for (const std::string& line : split_lines(page)) {
        if (line.starts_with("  --isa "))
            tells_sets = true;
        else if (!line.starts_with("    "))
            tells_sets = false;
        if (!tells_sets && !line.starts_with("  emilia ggs ")) rest += line + "\n";
    }
    return rest;
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
    for (const HelpGroup& group : help_of({}).groups) {
        for (const HelpOption& option : group.options) {
            CAPTURE(option.name);
            CHECK(contains(run.output, fmt::format(" {} ", option.name)));
        }
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

TEST_CASE("each command that a help text quotes exists") {
    std::vector<std::string> names{"ggs"}; // a build may lack it
    for (const Words& words : listed_commands("")) names.push_back(words.front());
    std::size_t found = 0;
    for (const Words& words : all_commands()) {
        for (const Parts& match :
             all_matches(run_help(words).output, "'emilia\\s+([a-z][-a-z]*)")) {
            CAPTURE(words, match);
            CHECK(std::find(names.begin(), names.end(), match[1]) != names.end());
            ++found;
        }
    }
    CHECK(found > 0);
}

TEST_CASE("each command's --help shows its options with what they are by default, and examples") {
    for (const Words& words : all_commands()) {
        CAPTURE(words);
        const Finished run = run_help(words);
        CHECK(run.status == 0);
        CHECK(run.errors.empty());
        check_snapshot("help", name_of_help(words), without_what_builds_choose(run.output));
    }
}

TEST_CASE("each help page that is known belongs to a command") {
    std::vector<std::string> pages{name_of_help({"ggs"})}; // a build may lack it
    for (const Words& words : all_commands()) pages.push_back(name_of_help(words));
    for (const std::string& name : Snapshots(snapshots_path("help")).names()) {
        CAPTURE(name);
        CHECK(std::find(pages.begin(), pages.end(), name) != pages.end());
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
