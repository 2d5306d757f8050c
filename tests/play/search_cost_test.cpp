#include "engine/play/search_cost.h"
#include "tests/catch.h"

#include <cmath>

using namespace emilia;

TEST_CASE("a search to the end costs its measured median, and more with each empty square") {
    CHECK(probable_nodes(24) == Approx(0.23e6));
    CHECK(wld_nodes(24) == Approx(2.2e6));
    CHECK(exact_nodes(20) == Approx(1.6e6));
    for (int empties = 1; empties < 60; ++empties) {
        CHECK(probable_nodes(empties + 1) > probable_nodes(empties));
        CHECK(wld_nodes(empties + 1) > wld_nodes(empties));
        CHECK(exact_nodes(empties + 1) > exact_nodes(empties));
    }
}

TEST_CASE("a position is solvable if the nodes pay for its exact search") {
    CHECK(solvable_empties(1.0) == 14);
    for (const double nodes : {1e5, 1e6, 1.6e6, 1e7, 1e9}) {
        const int empties = solvable_empties(nodes);
        CHECK(exact_nodes(empties) <= nodes);
        CHECK(exact_nodes(empties + 1) > nodes);
    }
    CHECK(solvable_empties(1.6e6) == 20);
    CHECK(solvable_empties(1e300) == 60);
}

TEST_CASE("a surer search to the end costs more, and a midgame search is not measured") {
    for (const Depth empties : {24, 30}) {
        double before = 0;
        for (const Confidence confidence : {Confidence::low, Confidence::fair, Confidence::high,
                                            Confidence::very_high, Confidence::certain}) {
            const auto nodes = end_nodes({SearchMethod::exact, empties, confidence});
            REQUIRE(nodes.has_value());
            CHECK(*nodes > before);
            before = *nodes;
            CHECK_FALSE(end_nodes({SearchMethod::midgame, empties, confidence}).has_value());
        }
        CHECK(before == exact_nodes(empties));
        CHECK(end_nodes({SearchMethod::wld, empties, Confidence::certain}) == wld_nodes(empties));
        CHECK_FALSE(end_nodes({SearchMethod::wld, empties, Confidence::low}).has_value());
    }
}

TEST_CASE("the nodes of depth 14 afford depth 14, and no number affords more than 26") {
    CHECK(affordable_depth(4.01e4) == 14);
    CHECK(affordable_depth(3.99e4) == 13);
    CHECK(affordable_depth(4e4 * std::pow(1.375, 8) * 1.01) == 22);
    CHECK(affordable_depth(1e18) == 26);
    CHECK(affordable_depth(1.0) < affordable_depth(1e3));
}
