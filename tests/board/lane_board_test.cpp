#include "engine/board/lane_board.h"
#include "tests/catch.h"
#include "tests/random_game.h"

using namespace emilia;
using emilia::testing::positions_of_games;
using emilia::testing::Random;
using emilia::testing::random_board;

namespace {

/// The empty squares next to a disc of the opponent with another square behind it: a row that
/// starts there could be flipped.
Bitboard near_squares(const Board& board) {
    Bitboard near = 0;
    for (const Square square : squares_of(board.empty())) {
        for (int column_step = -1; column_step <= 1; ++column_step) {
            for (int row_step = -1; row_step <= 1; ++row_step) {
                const int column = column_of(square) + column_step;
                const int row = row_of(square) + row_step;
                // A column ends a sideways row; rows are left alone, which is a little too many.
                const bool ends = column_step != 0 && (column <= 0 || column >= 7);
                if (column < 0 || column > 7 || row < 0 || row > 7 || ends) continue;
                if (contains(board.opponent, square_at(column, row))) near |= bit(square);
            }
        }
    }
    return near;
}

void check(const Board& board) {
    CAPTURE(board.player, board.opponent);
    const LaneBoard lanes(board);
    REQUIRE(lanes.board() == board);
    REQUIRE(lanes.passed().board() == board.passed());
    const Replies replies = lanes.replies(board.empty());
    REQUIRE(replies.legal == board.legal_moves());
    REQUIRE(replies.near == near_squares(board));
    for (const Square square : squares_of(board.empty())) {
        const Bitboard flipped = board.flips(square);
        const LaneBoard::Flips flips = lanes.flips(square);
        REQUIRE(flips.any() == (flipped != 0));
        const Board child = board.after(square, flipped);
        REQUIRE(lanes.after(square, flips).board() == child);
        REQUIRE(lanes.next_player(flips) == child.player);
    }
}

} // namespace

TEST_CASE("a lane board does what a board does") {
    Random random(54);
    for (const Board& board : positions_of_games(random, 50)) check(board);
    for (int density = 1; density <= 8; ++density) {
        for (int i = 0; i < 200; ++i) check(random_board(random, density));
    }
}
