#include "tests/catch.h"
#include "tests/protocol/commands/program.h"

using namespace emilia::testing;

namespace {

Finished speed_up(std::vector<std::string> words) {
    words.insert(words.begin(), "speed-up");
    return run_command("literature", words);
}

} // namespace

TEST_CASE("literature speed-up prints a row for each evaluation and depth", "[.long]") {
    const Finished run = speed_up({"--games", "1"});
    CHECK(run.status == 0);
    for (const char* const row : {"| constant (1.2.1) | 2 | ", "| constant (1.2.1) | 4 | ",
                                  "| random (1.2.2) | 3 | ", "| first tournament (1.2.3) | 4 | "})
        CHECK(contains(run.output, row));
    CHECK(contains(run.output, " (1.21) |"));
}

TEST_CASE("literature speed-up refuses wrong options") {
    const auto words =
        GENERATE(std::vector<std::string>{"--games", "0"}, std::vector<std::string>{"--games", "x"},
                 std::vector<std::string>{"--seed", "-1"}, std::vector<std::string>{"--depth", "3"},
                 std::vector<std::string>{"file"});
    const Finished run = speed_up(words);
    CHECK(run.status == 2);
    CHECK(run.output.empty());
    CHECK_FALSE(run.errors.empty());
}
