#include "protocol/commands/literature/literature.h"
#include "tests/catch.h"

#include <iostream>
#include <sstream>

using namespace emilia;

namespace {

const std::string base = std::string(EMILIA_TEST_DATA) + "/literature/WTH_1980.wtb";

struct Run {
    ExitStatus status;
    std::string output;
};

Run run(const Arguments& arguments) {
    std::ostringstream output;
    auto* const before = std::cout.rdbuf(output.rdbuf());
    try {
        const ExitStatus status = run_literature_branching(arguments);
        std::cout.rdbuf(before);
        return {status, output.str()};
    } catch (...) {
        std::cout.rdbuf(before);
        throw;
    }
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

TEST_CASE("literature branching tells what it does") {
    const Run help = run({"--help"});
    CHECK(help.status == ExitStatus::ok);
    CHECK(help.output.find("literature branching FILE...") != std::string::npos);
}

TEST_CASE("literature branching refuses what it can't use") {
    CHECK_THROWS_AS(run({}), UsageError);
    CHECK_THROWS_AS(run({base, "--positions", "0"}), UsageError);
    CHECK_THROWS_AS(run({base, "--positions", "many"}), UsageError);
    CHECK_THROWS_AS(run({base, "--games", "0"}), UsageError);
    CHECK_THROWS_AS(run({base, "--seed", "-1"}), UsageError);
    CHECK_THROWS_AS(run({base, "--depth", "3"}), UsageError);
    CHECK_THROWS_AS(run({"no such file"}), std::runtime_error);
}
