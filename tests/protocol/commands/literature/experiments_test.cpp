#include "protocol/commands/literature/literature.h"
#include "tests/catch.h"
#include "tests/protocol/commands/literature/captured_output.h"

#include <string>
#include <string_view>

using namespace emilia;
using emilia::testing::output_of;

namespace {

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("the experiments refuse wrong options") {
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
