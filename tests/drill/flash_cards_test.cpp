#include "engine/board/symmetry.h"
#include "engine/drill/flash_cards.h"
#include "engine/notation/position.h"
#include "tests/catch.h"
#include "tests/drill/problems.h"

#include <string>
#include <vector>

using namespace emilia;
using namespace emilia::testing;
using std::chrono::days;
using std::chrono::sys_days;

namespace {

const Board board = parse_position(ffo).value().board;

} // namespace

TEST_CASE("right answers come again after 1, 6 and then ever more days; a wrong one the next day") {
    FlashCard card;
    std::vector<int> intervals;
    sys_days day = today;
    for (const bool right : {true, true, true, true, false, true, true}) {
        card.answer(right, day);
        intervals.push_back(static_cast<int>(card.interval.count()));
        CHECK(card.due == day + card.interval);
        day = card.due;
    }
    CHECK(intervals == std::vector<int>{1, 6, 16, 45, 1, 1, 6});
    for (int i = 0; i < 20; ++i) card.answer(false, day);
    CHECK(card.ease == Approx(1.3));
}

TEST_CASE("no answer puts a card off by more than a hundred years") {
    FlashCard card;
    for (int i = 0; i < 1'000; ++i) card.answer(true, today);
    CHECK(card.due == today + days(36'500));
}

TEST_CASE("a position is the same card in every symmetry") {
    FlashCards cards;
    cards.add({.day = today, .right = true, .board = canonical(board)});
    for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
        const FlashCard* const card = cards.find(transformed(board, symmetry));
        REQUIRE(card != nullptr);
        CHECK(card->due == today + days(1));
    }
    CHECK(cards.find(Board::start()) == nullptr);
}

TEST_CASE("an answer is read as it was written") {
    for (const bool right : {true, false}) {
        const DrillAnswer answer{.day = today, .right = right, .board = canonical(board)};
        const std::string line = to_string(answer);
        CHECK(line.starts_with(right ? "2026-11-27 right " : "2026-11-27 wrong "));
        CHECK(parse_answer(line) == answer);
    }
    CHECK(parse_answer("2026-11-27 right " + ffo)->board == canonical(board));
}

TEST_CASE("a log is read to its last line, and what is no answer is named") {
    const std::string right = "2026-11-20 right " + ffo;
    CHECK(FlashCards::read("").value().find(board) == nullptr);
    CHECK(FlashCards::read(right).value().find(board)->right_in_a_row == 1);
    CHECK(FlashCards::read(right + "\r\n" + right + "\n").value().find(board)->right_in_a_row == 2);
    for (const char* wrong : {"hello", "", "2026-13-01 right BOARD", "2026-11-20 right X",
                              "2026-11-20 right", "2026-11-20", "20261120 right"}) {
        CAPTURE(wrong);
        const auto cards = FlashCards::read(right + '\n' + wrong + '\n');
        REQUIRE_FALSE(cards);
        CHECK(cards.error().message.starts_with("line 2 is no answer of a drill, such as "));
        CHECK(cards.error().offset == right.size() + 1);
    }
    CHECK_FALSE(FlashCards::read("2026-11-20 perhaps " + ffo));
    CHECK_FALSE(FlashCards::read("2026-02-30 right " + ffo));
}
