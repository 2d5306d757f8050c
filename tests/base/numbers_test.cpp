#include "engine/base/numbers.h"
#include "tests/catch.h"

#include <limits>
#include <tuple>

using namespace emilia;

TEST_CASE("large numbers are written with commas") {
    const auto [number, text] = GENERATE(table<std::uint64_t, const char*>({
        {0, "0"},
        {999, "999"},
        {1'000, "1,000"},
        {12'345, "12,345"},
        {123'456, "123,456"},
        {1'234'567, "1,234,567"},
        {std::numeric_limits<std::uint64_t>::max(), "18,446,744,073,709,551,615"},
    }));
    CHECK(with_commas(number) == text);
}

TEST_CASE("a rate is in whole units per second, and 0 for no time") {
    CHECK(per_second(100, 0.5) == 200);
    CHECK(per_second(7, 2) == 3);
    CHECK(per_second(0, 1) == 0);
    CHECK(per_second(100, 0) == 0);
}

TEST_CASE("a single thing is counted in the singular") {
    CHECK(counted(1, "game") == "1 game");
    CHECK(counted(0, "game") == "0 games");
    CHECK(counted(2'000, "game") == "2,000 games");
    CHECK(counted(1, "search") == "1 search");
    CHECK(counted(2, "search") == "2 searches");
}
