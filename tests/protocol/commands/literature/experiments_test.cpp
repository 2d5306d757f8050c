#include "protocol/commands/literature/literature.h"
#include "tests/catch.h"

#include <iostream>
#include <sstream>
#include <string>
#include <string_view>

using namespace emilia;

namespace {

/// What a function writes to standard output.
template <class Function>
std::string output_of(const Function& function) {
    std::ostringstream output;
    std::streambuf* const before = std::cout.rdbuf(output.rdbuf());
    function();
    std::cout.rdbuf(before);
    return output.str();
}

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("the experiments refuse options that make no sense") {
    for (const Arguments& words :
         {Arguments{"--games", "0"}, Arguments{"--games", "x"}, Arguments{"--seed", "-1"},
          Arguments{"--depth", "3"}, Arguments{"file"}}) {
        CAPTURE(words);
        CHECK_THROWS_AS(run_literature_speed_up(words), UsageError);
    }
}

TEST_CASE("the experiments' --help shows their options") {
    const std::string speed_up =
        output_of([] { CHECK(run_literature_speed_up({"--help"}) == ExitStatus::ok); });
    CHECK(has(speed_up, "--games"));
    CHECK(has(speed_up, "--seed"));
}
