#include "engine/classic/players.h"
#include "tests/catch.h"
#include "tests/pattern.h"
#include "tests/protocol/commands/program.h"

#include <algorithm>

#include <fmt/format.h>

using namespace emilia;
using namespace emilia::testing;

namespace {

/// The lines of all Markdown tables except the lines under their headers.
std::vector<std::string> rows_of(const std::string& output) {
    std::vector<std::string> rows;
    for (const std::string& line : split_lines(output)) {
        if (line.starts_with("| ")) rows.push_back(line);
    }
    return rows;
}

} // namespace

TEST_CASE("literature players lists every player that the option --player knows") {
    const Finished run = run_command("literature", {"players"});
    CHECK(run.status == 0);
    for (const classic::PlayerKind& kind : classic::player_kinds()) {
        CHECK(contains(run.output, fmt::format("| `{}` |", kind.name)));
        CHECK(contains(run.output, kind.source));
    }
}

TEST_CASE("literature round-robin prints both tournaments beside the published ones") {
    const Finished run = run_command("literature", {"round-robin", "--games", "20"});
    CHECK(run.status == 0);
    CHECK(run.errors.empty());
    const auto rows = rows_of(run.output);
    CHECK(rows.size() == 2 + 5 + 2 + 4);
    CHECK(contains(run.output, "1 ply, 20 games for each pair of players"));
    CHECK(contains(run.output, "4 plies, 20 games for each pair of players"));
    // 1 ply: modified weights against discs, 10 of 10 in the book.
    const Pattern row(R"(\| modified-weighted-squares \| \*\*[0-9.]+\*\* \(7\.9\) \| )"
                      R"([0-9.]+ ± [0-9.]+ \(10( \\\*)?\) \| .*)");
    CHECK(std::any_of(rows.begin(), rows.end(),
                      [&row](const std::string& line) { return matches(line, row); }));
    // The games depend on the seed but not on the number of threads.
    const Finished again =
        run_command("literature", {"round-robin", "--games", "20", "--threads", "3"});
    CHECK(again.output == run.output);
    const Finished other =
        run_command("literature", {"round-robin", "--games", "20", "--seed", "2"});
    CHECK(other.output != run.output);
}

TEST_CASE("literature iago-match has Norvig's Iago ahead of weighted squares") {
    const Finished run = run_command("literature", {"iago-match", "--games", "20"});
    CHECK(run.status == 0);
    const auto rows = rows_of(run.output);
    REQUIRE(rows.size() == 4);
    for (const std::size_t row : {2U, 3U}) {
        Parts parts;
        REQUIRE(matches(rows[row], parts,
                        Pattern(R"(\| [34] \| 20 \| ([0-9.]+) ± [0-9.]+ \([89]( \\\*)?\) \|)")));
        CHECK(std::stod(parts[1]) > 5);
    }
}

TEST_CASE("literature ordering shows that order saves boards") {
    const Finished run = run_command("literature", {"ordering", "--games", "2", "--plies", "4"});
    CHECK(run.status == 0);
    const auto rows = rows_of(run.output);
    REQUIRE(rows.size() == 12);
    Parts parts;
    REQUIRE(matches(rows[4], parts, Pattern(R"(\| static \| ([0-9.]+) \(\.63\) \| .*)")));
    CHECK(std::stod(parts[1]) < 1);
    CHECK(contains(run.output, "Killers change boards by -"));
}

TEST_CASE("literature names the wrong word or option and exits with status 2") {
    struct Case {
        std::vector<std::string> words;
        const char* message;
    };
    const auto [words, message] =
        GENERATE(Case{{}, "literature needs a command: players, "},
                 Case{{"chess"}, "literature has no command 'chess', only players, "},
                 Case{{"players", "more"}, "this command takes options only, not 'more'"},
                 Case{{"round-robin", "--games", "3"}, "--games 3 is odd"},
                 Case{{"round-robin", "--games", "0"}, "--games is 2 to "},
                 Case{{"iago-match", "--threads", "0"}, "--threads is 1 to "},
                 Case{{"ordering", "--plies", "99"}, "--plies is 1 to 20, not 99"});
    const Finished run = run_command("literature", words);
    CHECK(run.status == 2);
    CHECK(run.output.empty());
    CHECK(contains(run.errors, message));
}

TEST_CASE("literature explains itself and each of its experiments") {
    const Finished all = run_command("literature", {"--help"});
    CHECK(all.status == 0);
    for (const char* const name :
         {"players", "round-robin", "iago-match", "ordering", "branching", "speed-up"}) {
        CHECK(contains(all.output, fmt::format("\n  emilia literature {} ", name)));
        const Finished one = run_command("literature", {name, "--help"});
        CHECK(one.status == 0);
        CHECK(contains(one.output, "Examples:"));
    }
}
