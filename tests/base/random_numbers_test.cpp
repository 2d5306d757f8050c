#include "engine/base/random_numbers.h"
#include "tests/catch.h"

#include <array>
#include <set>
#include <vector>

using emilia::RandomNumbers;

TEST_CASE("random numbers lie within their limits and take every value equally often") {
    RandomNumbers random(1, 0);
    constexpr int draws = 10'000;
    std::array<int, 10> seen{};
    for (int i = 0; i < draws; ++i) {
        const int number = random.between(3, 12);
        REQUIRE(number >= 3);
        REQUIRE(number <= 12);
        ++seen[static_cast<std::size_t>(number - 3)];
    }
    for (const int times : seen) CHECK(times == Approx(draws / 10).margin(150)); // five deviations
}

TEST_CASE("the random numbers of a seed never change, on any machine") {
    RandomNumbers random(0x0123'4567'89ab'cdef, 42);
    std::vector<int> numbers;
    for (int i = 0; i < 6; ++i) numbers.push_back(random.below(1000));
    CHECK(numbers == std::vector{908, 935, 967, 211, 831, 123});
}

TEST_CASE("each seed and each stream gives other random numbers") {
    const auto first_of = [](std::uint64_t seed, std::uint32_t stream) {
        RandomNumbers random(seed, stream);
        std::vector<int> numbers;
        for (int i = 0; i < 4; ++i) numbers.push_back(random.below(1 << 30));
        return numbers;
    };
    std::set<std::vector<int>> different;
    for (std::uint32_t i = 0; i < 100; ++i) {
        different.insert(first_of(0, i));
        different.insert(first_of(i + 1, 0));
        different.insert(first_of(std::uint64_t{i + 1} << 32, 0));
    }
    CHECK(different.size() == 300);
    CHECK(first_of(5, 6) == first_of(5, 6));
}
