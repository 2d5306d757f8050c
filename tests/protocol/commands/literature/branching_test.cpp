#include "protocol/commands/literature/literature.h"
#include "tests/catch.h"
#include "tests/locations.h"
#include "tests/protocol/commands/literature/captured_output.h"

using namespace emilia;

namespace {

const std::string base = testing::data_path("literature/WTH_1980.wtb");

struct Run {
    ExitStatus status;
    std::string output;
};

Run run(const Arguments& arguments) {
    ExitStatus status{};
    const std::string output =
        testing::output_of([&] { status = run_literature_branching(arguments); });
    return {status, output};
}

} // namespace

TEST_CASE("literature branching prints our table beside the published one") {
    const Run table = run({base, "--positions", "1", "--games", "2", "--seed", "3"});
    CHECK(table.status == ExitStatus::ok);
    CHECK(table.output.find("over 6 positions") != std::string::npos);
    CHECK(table.output.find("over 3 positions") != std::string::npos);
    CHECK(table.output.find("Iago against itself, 1 game\n") != std::string::npos);
    CHECK(table.output.find("Iago against itself, 2 games\n") != std::string::npos);
    CHECK(table.output.find("| plies saved | move generation |") != std::string::npos);
    CHECK(table.output.find("/ 5.6 (1.3) |") != std::string::npos);
    CHECK(table.output.find("/ 4.1 (0.8) |") != std::string::npos);
    CHECK(table.output.find("/ 3.9 (0.8); ") != std::string::npos);
}

TEST_CASE("literature branching explains itself") {
    const Run help = run({"--help"});
    CHECK(help.status == ExitStatus::ok);
    CHECK(help.output.find("literature branching FILE...") != std::string::npos);
}

TEST_CASE("literature branching refuses wrong options and missing files") {
    CHECK_THROWS_AS(run({}), UsageError);
    CHECK_THROWS_AS(run({base, "--positions", "0"}), UsageError);
    CHECK_THROWS_AS(run({base, "--positions", "many"}), UsageError);
    CHECK_THROWS_AS(run({base, "--games", "0"}), UsageError);
    CHECK_THROWS_AS(run({base, "--seed", "-1"}), UsageError);
    CHECK_THROWS_AS(run({base, "--depth", "3"}), UsageError);
    CHECK_THROWS_AS(run({"no such file"}), std::runtime_error);
}
