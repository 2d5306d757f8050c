#include "engine/board/symmetry.h"
#include "engine/drill/drill.h"
#include "tests/catch.h"
#include "tests/drill/problems.h"

#include <string>
#include <vector>

using namespace emilia;
using namespace emilia::testing;
using std::chrono::days;
using std::chrono::sys_days;

namespace {

DrillAnswer answer_to(const Problem& problem, bool right, sys_days day) {
    return {.day = day, .right = right, .board = canonical(problem.position.board)};
}

} // namespace

TEST_CASE("what is wrong is asked again in the same sitting until it is right") {
    Drill drill(three_problems(), {}, 20, today);
    CHECK(drill.positions() == 3);
    CHECK(drill.left() == 3);
    CHECK_FALSE(drill.answer(Square::h7).right);
    CHECK(drill.left() == 3);
    CHECK(drill.answer(Square::d6).right);
    CHECK(drill.answer(Square::c4).right); // as good as c3
    CHECK(drill.current() == three_problems()[0]);
    CHECK_FALSE(drill.answer({}).right);
    CHECK(drill.answer(Square::g8).right);
    CHECK(drill.is_over());
    CHECK(drill.answered() == 3);
    CHECK(drill.right() == 2);
}

TEST_CASE("only the first answer to a position goes into the log") {
    Drill drill({three_problems()[0]}, {}, 20, today);
    const auto first = drill.answer(Square::h7);
    REQUIRE(first.answer);
    CHECK(*first.answer == answer_to(three_problems()[0], false, today));
    CHECK_FALSE(drill.answer(Square::h1).answer);
    CHECK_FALSE(drill.answer(Square::g8).answer);
}

TEST_CASE("a legal move without a score is wrong") {
    Drill drill({three_problems()[0]}, {}, 20, today);
    CHECK_FALSE(drill.answer(Square::g2).right);
}

TEST_CASE("the next drill goes by the answers so far") {
    const auto problems = three_problems();
    FlashCards cards;
    for (const Problem& problem : problems) cards.add(answer_to(problem, true, today));
    const Drill same_day(problems, cards, 20, today);
    CHECK(same_day.is_over());
    CHECK(same_day.next_due() == today + days(1));
    CHECK(Drill(problems, cards, 20, today + days(1)).left() == 3);
    const Drill few(problems, cards, 2, today + days(1));
    CHECK(few.left() == 2);
    CHECK(few.next_due() == today + days(1));
    CHECK_FALSE(Drill({}, cards, 20, today).next_due());
}

TEST_CASE("positions that are due come before new ones, those that have waited longest first") {
    const auto problems = three_problems();
    FlashCards cards;
    cards.add(answer_to(problems[2], true, today - days(9)));
    cards.add(answer_to(problems[1], true, today - days(5)));
    Drill drill(problems, cards, 20, today);
    CHECK(drill.current() == problems[2]);
    static_cast<void>(drill.answer(Square::c4));
    CHECK(drill.current() == problems[1]);
    static_cast<void>(drill.answer(Square::d6));
    CHECK(drill.current() == problems[0]);
}

TEST_CASE("a position is asked once, whatever its symmetry") {
    CHECK(Drill({problem("f5; D6:+0;"), problem("c4; E3:+0;")}, {}, 20, today).left() == 1);
}
