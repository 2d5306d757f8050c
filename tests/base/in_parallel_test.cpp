#include "engine/base/in_parallel.h"
#include "tests/catch.h"

#include <stdexcept>

using namespace emilia;

TEST_CASE("every part is worked on once, whatever the number of threads") {
    const std::size_t parts = GENERATE(0U, 1U, 2U, 100U);
    const int threads = GENERATE(0, 1, 2, 5);
    std::vector<std::atomic<int>> times(parts);
    in_parallel(parts, threads, [&times](std::size_t part) { ++times.at(part); });
    for (const std::atomic<int>& time : times) CHECK(time == 1);
}

TEST_CASE("what a part throws reaches the caller, when all others have ended") {
    const int threads = GENERATE(1, 3);
    std::atomic<int> working = 0;
    const auto work = [&working](std::size_t part) {
        ++working;
        if (part == 7) {
            --working;
            throw std::runtime_error("seven");
        }
        --working;
    };
    CHECK_THROWS_WITH(in_parallel(20, threads, work), "seven");
    CHECK(working == 0);
}
