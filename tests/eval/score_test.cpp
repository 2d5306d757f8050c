#include "engine/eval/score.h"
#include "tests/catch.h"

using namespace emilia;

TEST_CASE("A score counts hundredths of a disc", "[score]") {
    CHECK(Score().hundredths() == 0);
    CHECK(Score::from_discs(3).hundredths() == 300);
    CHECK(Score::from_discs(-64).hundredths() == -6400);
    CHECK(Score::from_hundredths(-125).hundredths() == -125);
    CHECK(Score::from_hundredths(-125).discs() == Approx(-1.25));
}

TEST_CASE("Whole discs survive the way into a score and back", "[score]") {
    for (int discs = -64; discs <= 64; ++discs) {
        CHECK(Score::from_discs(discs).whole_discs() == discs);
        CHECK(Score::from_discs(discs).discs() == Approx(discs));
    }
}

TEST_CASE("Whole discs are rounded towards zero", "[score]") {
    CHECK(Score::from_hundredths(199).whole_discs() == 1);
    CHECK(Score::from_hundredths(-199).whole_discs() == -1);
    CHECK(Score::from_hundredths(-99).whole_discs() == 0);
}

TEST_CASE("Negation is the other side's view", "[score]") {
    const Score score = Score::from_hundredths(725);
    CHECK(-score == Score::from_hundredths(-725));
    CHECK(-(-score) == score);
    CHECK(-Score() == Score());
    CHECK(min_score == -max_score);
}

TEST_CASE("Scores are ordered, added and subtracted like numbers", "[score]") {
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
    CHECK((less + score_step - less).hundredths() == 1);
}

TEST_CASE("The bounds are a wipe-out's 64 discs", "[score]") {
    CHECK(max_score.whole_discs() == 64);
    CHECK(min_score.whole_discs() == -64);
}
