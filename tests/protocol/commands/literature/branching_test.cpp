#include "tests/catch.h"
#include "tests/locations.h"
#include "tests/protocol/commands/program.h"

using namespace emilia::testing;

namespace {

const std::string base = data_path("literature/WTH_1980.wtb");

Finished branching(std::vector<std::string> words) {
    words.insert(words.begin(), "branching");
    return run_command("literature", words);
}

} // namespace

TEST_CASE("literature branching prints our table beside the published one") {
    const Finished run = branching({base, "--positions", "1", "--games", "2", "--seed", "3"});
    CHECK(run.status == 0);
    for (const char* const part :
         {"over 6 positions", "over 3 positions", "Iago against itself, 1 game\n",
          "Iago against itself, 2 games\n", "| plies saved | move generation |", "/ 5.6 (1.3) |",
          "/ 4.1 (0.8) |", "/ 3.9 (0.8); "})
        CHECK(contains(run.output, part));
}

TEST_CASE("literature branching refuses wrong options and missing files") {
    struct Case {
        std::vector<std::string> words;
        int status;
    };
    const auto [words, status] = GENERATE(
        Case{{}, 2}, Case{{base, "--positions", "0"}, 2}, Case{{base, "--positions", "many"}, 2},
        Case{{base, "--games", "0"}, 2}, Case{{base, "--seed", "-1"}, 2},
        Case{{base, "--depth", "3"}, 2}, Case{{"no such file"}, 1});
    const Finished run = branching(words);
    CHECK(run.status == status);
    CHECK(run.output.empty());
    CHECK_FALSE(run.errors.empty());
}
