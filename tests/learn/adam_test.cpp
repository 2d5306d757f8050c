#include "engine/learn/adam.h"
#include "tests/catch.h"

#include <array>
#include <cmath>

using namespace emilia;

TEST_CASE("steps of Adam are those of the article, with the decay apart from the gradient") {
    constexpr double rate = 0.01;
    const double decay = GENERATE(0.0, 0.1);
    std::array<float, float_lanes> weights{1, -2, 0.5, 0};
    std::array<float, float_lanes> first{};
    std::array<float, float_lanes> second{};
    std::array<double, float_lanes> expected{1, -2, 0.5, 0};
    std::array<double, float_lanes> mean{};
    std::array<double, float_lanes> square{};
    for (std::uint64_t step = 1; step <= 20; ++step) {
        FloatLanes gradient{};
        for (std::size_t lane = 0; lane < float_lanes; ++lane) {
            // Of both signs, small and large, and none at all in the last lane.
            const double slope = lane == 3 ? 0
                                           : std::sin(static_cast<double>(step + 7 * lane))
                                                 * std::pow(10, static_cast<double>(lane) - 1);
            gradient[lane] = static_cast<float>(slope);
            mean[lane] = 0.9 * mean[lane] + 0.1 * slope;
            square[lane] = 0.999 * square[lane] + 0.001 * slope * slope;
            const double corrected_mean = mean[lane] / (1 - std::pow(0.9, step));
            const double corrected_square = square[lane] / (1 - std::pow(0.999, step));
            expected[lane] -=
                rate
                * (corrected_mean / (std::sqrt(corrected_square) + 1e-8) + decay * expected[lane]);
        }
        AdamStep(step, static_cast<float>(rate), static_cast<float>(decay))
            .apply(gradient, weights.data(), first.data(), second.data());
        for (std::size_t lane = 0; lane < float_lanes; ++lane) {
            CAPTURE(step, lane);
            CHECK(weights[lane] == Approx(expected[lane]).epsilon(1e-4));
            CHECK(first[lane] == Approx(mean[lane]).epsilon(1e-4));
            CHECK(second[lane] == Approx(square[lane]).epsilon(1e-4));
        }
    }
}
