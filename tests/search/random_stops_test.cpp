#include "tests/catch.h"
#include "tests/search/problems.h"
#include "tests/search/random_stops.h"

using namespace emilia;
using emilia::testing::problems_of;
using emilia::testing::Random;
using emilia::testing::stop_at_random_moments;

TEST_CASE("a search of several threads that is stopped at any moment tells nothing wrong",
          "[.long]") {
    const std::vector<Problem> problems = problems_of("ffo/fforum-20-39.obf");
    Random random(47);
    for (int i = 0; i < 20; ++i) CHECK_NOTHROW(stop_at_random_moments(problems, random));
}
