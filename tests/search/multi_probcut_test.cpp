#include "engine/search/multi_probcut.h"
#include "tests/catch.h"

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

TEST_CASE("the margin grows with the plies in between and near the end") {
    // 4 plies by 2, 8 by 4, 12 by 6: the deeper judge is the better one.
    CHECK(probcut_margin(8, 40, Confidence::fair) < 2 * probcut_margin(4, 40, Confidence::fair));
    CHECK(probcut_margin(8, 16, Confidence::fair) > probcut_margin(8, 30, Confidence::fair));
    CHECK(probcut_margin(8, 30, Confidence::fair) == probcut_margin(8, 60, Confidence::fair));
    for (Depth depth = least_probcut_depth; depth <= 60; ++depth)
        CHECK(probcut_margin(depth, 40, Confidence::fair) > 100);
}
