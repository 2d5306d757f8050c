#include "engine/eval/score.h"
#include "tests/catch.h"

#include <cstdlib>

using namespace emilia;

TEST_CASE("A score counts hundredths of a disc") {
    CHECK(Score().hundredths() == 0);
    CHECK(Score::from_discs(3).hundredths() == 300);
    CHECK(Score::from_discs(-64).hundredths() == -6400);
    CHECK(Score::from_hundredths(-125).hundredths() == -125);
    CHECK(Score::from_hundredths(-125).discs() == Approx(-1.25));
}

TEST_CASE("Whole discs convert to a score and back") {
    for (int discs = -64; discs <= 64; ++discs) {
        CHECK(Score::from_discs(discs).whole_discs() == discs);
        CHECK(Score::from_discs(discs).discs() == Approx(discs));
    }
}

TEST_CASE("A number of discs becomes the nearest hundredth") {
    for (int hundredths = -6400; hundredths <= 6400; ++hundredths)
        CHECK(Score::nearest(hundredths / 100.0).hundredths() == hundredths);
    CHECK(Score::nearest(0.126).hundredths() == 13);
    CHECK(Score::nearest(-0.126).hundredths() == -13);
}

TEST_CASE("Whole discs are rounded towards zero") {
    CHECK(Score::from_hundredths(199).whole_discs() == 1);
    CHECK(Score::from_hundredths(-199).whole_discs() == -1);
    CHECK(Score::from_hundredths(-99).whole_discs() == 0);
}

TEST_CASE("Negation is the other side's view") {
    const Score score = Score::from_hundredths(725);
    CHECK(-score == Score::from_hundredths(-725));
    CHECK(-(-score) == score);
    CHECK(-Score() == Score());
    CHECK(min_score == -max_score);
}

TEST_CASE("Scores are ordered, added and subtracted like numbers") {
    const Score less = Score::from_discs(-2);
    const Score more = Score::from_discs(1);
    CHECK(less < more);
    CHECK(more > less);
    CHECK(-more > less);
    CHECK(less <= less);
    CHECK(less != more);
    CHECK(less + more == Score::from_discs(-1));
    CHECK(more - less == Score::from_discs(3));
    CHECK(less + score_step > less);
}

TEST_CASE("a score is rounded to the nearest step, or down, alike for both sides") {
    const int step = score_step.hundredths();
    for (int hundredths = -400; hundredths <= 400; ++hundredths) {
        const Score score = Score::from_hundredths(hundredths);
        const Score nearest = in_steps(score);
        REQUIRE(nearest.hundredths() % step == 0);
        REQUIRE(2 * std::abs((nearest - score).hundredths()) <= step);
        REQUIRE(in_steps(-score) == -nearest);
        const Score floor = floor_in_steps(score);
        REQUIRE(floor.hundredths() % step == 0);
        REQUIRE(floor <= score);
        REQUIRE(floor + score_step > score);
    }
    CHECK(in_steps(max_score) == max_score);
    CHECK(floor_in_steps(min_score) == min_score);
}

TEST_CASE("The bounds are a wipe-out's 64 discs") {
    CHECK(max_score.whole_discs() == 64);
    CHECK(min_score.whole_discs() == -64);
}

TEST_CASE("floor_discs and ceil_discs round down and up to whole discs") {
    struct Case {
        int hundredths;
        int floor;
        int ceiling;
    };
    const auto [hundredths, floor, ceiling] =
        GENERATE(Case{0, 0, 0}, Case{1, 0, 1}, Case{-1, -1, 0}, Case{200, 2, 2}, Case{-200, -2, -2},
                 Case{250, 2, 3}, Case{-250, -3, -2}, Case{6400, 64, 64}, Case{-6400, -64, -64});
    CHECK(Score::from_hundredths(hundredths).floor_discs() == floor);
    CHECK(Score::from_hundredths(hundredths).ceil_discs() == ceiling);
}
