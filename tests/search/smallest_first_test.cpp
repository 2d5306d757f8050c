#include "engine/search/smallest_first.h"
#include "tests/catch.h"
#include "tests/random_game.h"

#include <algorithm>
#include <vector>

using namespace emilia;
using emilia::testing::Random;

TEST_CASE("numbers are taken from the smallest to the largest, equal ones in order") {
    Random random(56);
    for (int round = 0; round < 2'000; ++round) {
        const std::size_t size = 1 + random() % SmallestFirst::capacity;
        std::vector<int> numbers(size);
        SmallestFirst order;
        for (std::size_t i = 0; i < size; ++i) {
            // Few different numbers, so that equal ones are frequent; and some large ones.
            numbers[i] = static_cast<int>(random() % 5 * (random() % 2 == 0 ? 1 : 13'000));
            order.set(i, numbers[i]);
        }
        std::vector<std::size_t> places(size);
        for (std::size_t i = 0; i < size; ++i) places[i] = i;
        std::stable_sort(places.begin(), places.end(), [&numbers](std::size_t a, std::size_t b) {
            return numbers[a] < numbers[b];
        });
        for (const std::size_t place : places) REQUIRE(order.take() == place);
    }
}
