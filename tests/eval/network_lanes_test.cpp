#include "engine/eval/network_lanes.h"
#include "tests/catch.h"
#include "tests/random_game.h"

#include <array>
#include <cstdint>
#include <limits>

using namespace emilia;
using namespace emilia::detail;
using emilia::testing::Random;

namespace {

constexpr std::size_t wide_lanes = lanes_in_vector / 2;

/// Any number, often one at or next to a limit.
template <class Number>
Number any_number(Random& random) {
    using Limits = std::numeric_limits<Number>;
    constexpr std::array<Number, 7> special = {
        Limits::min(), Limits::min() + 1, Limits::max(), Limits::max() - 1, -1, 0, 1};
    const std::uint64_t choice = random() % 16;
    return choice < special.size() ? special[choice] : static_cast<Number>(random());
}

Lanes any_lanes(Random& random) {
    Lanes lanes{};
    for (std::size_t i = 0; i < lanes_in_vector; ++i) lanes[i] = any_number<std::int16_t>(random);
    return lanes;
}

/// Numbers of 32 bits, about half of which fit 16.
WideLanes any_wide_lanes(Random& random) {
    WideLanes lanes{};
    for (std::size_t i = 0; i < wide_lanes; ++i)
        lanes[i] = any_number<std::int32_t>(random) >> (random() % 2 == 0 ? 16 : 0);
    return lanes;
}

} // namespace

TEST_CASE("sums of products are those of single numbers and wrap around") {
    Random random(64);
    int wrapped = 0;
    for (int round = 0; round < 2'000; ++round) {
        PairSums got;
        std::array<std::int64_t, wide_lanes> expected{};
        for (int added = 0; added < 5; ++added) {
            const Lanes a = any_lanes(random);
            const Lanes b = any_lanes(random);
            got.add(a, b);
            for (std::size_t i = 0; i < lanes_in_vector; ++i)
                expected[i / 2] += std::int64_t{a[i]} * b[i];
        }
        const WideLanes sums = got.sums();
        for (std::size_t i = 0; i < wide_lanes; ++i) {
            REQUIRE(sums[i] == static_cast<std::int32_t>(expected[i]));
            wrapped += static_cast<int>(sums[i] != expected[i]);
        }
    }
    CHECK(wrapped > 100);
}

TEST_CASE("the upper bits of a product are rounded down") {
    Random random(65);
    for (int round = 0; round < 2'000; ++round) {
        const Lanes a = any_lanes(random);
        const Lanes b = any_lanes(random);
        const Lanes got = multiply_high(a, b);
        for (std::size_t i = 0; i < lanes_in_vector; ++i)
            REQUIRE(got[i] == (std::int32_t{a[i]} * b[i]) >> 16);
    }
}

TEST_CASE(
    "a number too great for 16 bits becomes the nearest that fits, and none changes its place") {
    Random random(66);
    for (int round = 0; round < 2'000; ++round) {
        const WideLanes a = any_wide_lanes(random);
        const WideLanes b = any_wide_lanes(random);
        const Lanes got = narrowed(a, b);
        for (std::size_t i = 0; i < lanes_in_vector; ++i) {
            const std::int32_t number = i < wide_lanes ? a[i] : b[i - wide_lanes];
            REQUIRE(got[i] == std::clamp(number, -32'768, 32'767));
        }
    }
}
