#include "engine/board/lane_board.h"
#include "tests/catch.h"
#include "tests/random_game.h"

using namespace emilia;
using emilia::testing::positions_of_games;
using emilia::testing::Random;
using emilia::testing::random_board;

namespace {

void check(const Board& board) {
    CAPTURE(board.player, board.opponent);
    const LaneBoard lanes(board);
    REQUIRE(lanes.board() == board);
    REQUIRE(lanes.passed().board() == board.passed());
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
