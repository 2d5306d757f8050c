// Special positions that both solvers must get right. solver_positions_test.cpp tests their scores.

#include "engine/board/symmetry.h"
#include "engine/search/endgame_leaf.h"
#include "engine/search/solvers.h"
#include "tests/catch.h"
#include "tests/search/endgame_boards.h"
#include "tests/search/search_fixture.h"

using namespace emilia;
using emilia::testing::outcome_of;
using emilia::testing::positions_with;
using emilia::testing::Random;
using emilia::testing::SearchFixture;
using emilia::testing::solve_in_discs;

TEST_CASE("both solvers agree on deeper positions and under every symmetry") {
    Random random(14);
    for (const Board& board : positions_with(13, 12, random)) {
        SearchFixture first;
        const int score = solve_in_discs(first.thread, board);
        for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
            SearchFixture search;
            const Board turned = transformed(board, symmetry);
            CAPTURE(board.player, board.opponent, symmetry);
            CHECK(solve_outcome(search.thread, turned, Outcome::draw) == outcome_of(score));
            CHECK(solve_in_discs(search.thread, turned) == score); // same table
        }
    }
}

TEST_CASE("the score of a selective search to the end is one that a game can have") {
    Random random(15);
    for (const Board& board : positions_with(16, 6, random)) {
        SearchFixture fixture;
        const auto score = [&](int alpha, int beta) {
            return solve_in_discs(fixture.thread, board, alpha, beta, Confidence::low);
        };
        for (int alpha = -64; alpha < 64; alpha += 5) {
            CAPTURE(board.player, board.opponent, alpha);
            CHECK(score(alpha, alpha + 1) % 2 == 0);
        }
        CHECK(score(-64, 64) % 2 == 0);
    }
}

TEST_CASE("an empty square that nobody can take goes to the winner") {
    // All squares on the lines through a1 are black, so neither side flips anything there.
    const Bitboard seen = first_row | a_file | 0x8040'2010'0804'0201;
    Bitboard black = seen & ~bit(Square::a1);
    for (const Square square : squares_of(~seen)) {
        if (count(black) < 32) black |= bit(square);
    }
    const Bitboard white = ~black & ~bit(Square::a1);
    REQUIRE(count(white) == 31);
    SearchFixture search;
    CHECK(solve_leaf(search.thread, {black, white}, 0) == 2);
    CHECK(solve_leaf(search.thread, {white, black}, 0) == -2);
}

TEST_CASE("a game that ended early is scored as it stands, however many squares are empty") {
    constexpr Bitboard corner = bit(Square::a1);
    constexpr Bitboard far_away = bit(Square::h8);
    constexpr Bitboard more = far_away | bit(Square::g8);
    const auto check = [](const Board& board, int score) {
        SearchFixture search;
        CAPTURE(board.player, board.opponent);
        CHECK(solve_in_discs(search.thread, board) == score);
        CHECK((solve_in_discs(search.thread, board, 0, 1) > 0) == (score > 0));
        for (const Outcome expected : {Outcome::loss, Outcome::draw, Outcome::win}) {
            CHECK(solve_outcome(search.thread, board, expected) == outcome_of(score));
        }
    };
    check({corner, far_away}, 0);
    check({corner, more}, -62);
    check({more, corner}, 62);
    check({corner, 0}, 64);
    check({0, corner}, -64);
}
