#include "engine/play/adaptive_level.h"
#include "tests/catch.h"

using namespace emilia;

TEST_CASE(
    "a level rises after a win and falls after a loss, by less with each of the first games") {
    AdaptiveLevel level{.level = 8};
    level = level.after_game(Outcome::win);
    CHECK(level.level == 12);
    level = level.after_game(Outcome::loss);
    CHECK(level.level == 9);
    level = level.after_game(Outcome::draw);
    CHECK(level.level == 9);
    for (const int expected : {8, 7}) {
        level = level.after_game(Outcome::loss);
        CHECK(level.level == expected);
    }
    CHECK(level == AdaptiveLevel{.level = 7, .games = 5});
}

TEST_CASE("an adaptive level stays between the lowest and the greatest adaptive one") {
    CHECK(AdaptiveLevel{.level = 2}.after_game(Outcome::loss).level == least_level);
    CHECK(AdaptiveLevel{.level = 24}.after_game(Outcome::win).level == greatest_adaptive_level);
    // The person has chosen a higher one.
    CHECK(AdaptiveLevel{.level = 40}.after_game(Outcome::win).level == 40);
    CHECK(AdaptiveLevel{.level = 40}.after_game(Outcome::loss).level == 36);
}
