#include "engine/search/multi_probcut.h"
#include "engine/search/probcut_curve.h"
#include "tests/catch.h"

#include <cmath>

using namespace emilia;

TEST_CASE("a node is judged by a shallower search of the same parity") {
    for (Depth depth = least_probcut_depth; depth <= 60; ++depth) {
        const Depth probe = probcut_probe_depth(depth);
        CAPTURE(depth, probe);
        CHECK(probe >= 0);
        CHECK(probe < depth);
        CHECK((depth - probe) % 2 == 0);
    }
}

TEST_CASE("margins are between half a disc and the whole board, at every depth and phase") {
    for (Depth depth = least_probcut_depth; depth <= 60; ++depth) {
        for (int empties = 0; empties <= 60; ++empties) {
            CAPTURE(depth, empties);
            CHECK(probcut_margin(depth, empties, Confidence::low) > 50);
            CHECK(probcut_margin(depth, empties, Confidence::very_high) < 6400);
        }
    }
}

TEST_CASE("a margin grows with the confidence and towards the end, and changes by small steps") {
    for (Depth depth = least_probcut_depth; depth <= 30; ++depth) {
        CAPTURE(depth);
        for (const auto& [less, more] : {std::pair(Confidence::low, Confidence::fair),
                                         std::pair(Confidence::fair, Confidence::high),
                                         std::pair(Confidence::high, Confidence::very_high)}) {
            CHECK(probcut_margin(depth, 40, less) < probcut_margin(depth, 40, more));
        }
        CHECK(probcut_margin(depth, 14, Confidence::fair)
              > probcut_margin(depth, 40, Confidence::fair));
        for (int empties = 1; empties <= 60; ++empties) {
            CHECK(std::abs(probcut_margin(depth, empties, Confidence::fair)
                           - probcut_margin(depth, empties - 1, Confidence::fair))
                  < 60);
        }
    }
}

TEST_CASE("a margin is as many standard deviations as normal errors stay within so often") {
    for (const Confidence confidence :
         {Confidence::low, Confidence::fair, Confidence::high, Confidence::very_high}) {
        const double deviations = margin_in_tenths(confidence) / 10.0;
        CHECK(std::erf(deviations / std::sqrt(2.0))
              == Approx(percent(confidence) / 100.0).margin(.005));
    }
    CHECK(percent(Confidence::certain) == 100);
}

TEST_CASE("the curve is its formula") {
    const ProbcutPhase phase{.empties = 30, .base = 1.5, .scale = 2, .decay = 0.8};
    CHECK(deviation(phase, 0, 1) == Approx(3.5));
    CHECK(deviation(phase, 0, 9) == Approx(7.5));
    CHECK(deviation(phase, 2, 6) == Approx(1.5 + 2 * 2 * 0.64));
}
