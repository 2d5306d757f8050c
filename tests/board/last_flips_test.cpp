#include "engine/board/board.h"
#include "engine/board/last_flips.h"
#include "tests/catch.h"
#include "tests/random_game.h"

using namespace emilia;
using testing::Random;

namespace {

void check_last(const Board& board, Square square) {
    CAPTURE(board.player, index(square));
    REQUIRE(board.empty() == bit(square));
    const LastSquare last(board.player, square);
    REQUIRE(last.flips_by_player() == count(board.flips(square)));
    REQUIRE(last.flips_by_opponent() == count(board.passed().flips(square)));
    REQUIRE(last_flips(board.player, square) == last.flips_by_player());
}

} // namespace

TEST_CASE("a move on the last square flips what it flips on any board") {
    Random random(10);
    for (int i = 0; i < square_count; ++i) {
        const Square square = square_at(i);
        for (int repeat = 0; repeat < 2'000; ++repeat) {
            const Board board = testing::random_board_but_for(square, random);
            check_last(board, square);
            // Few discs of one side leave long rows to flip.
            const Bitboard few = board.player & random() & random();
            check_last({few, ~few & ~bit(square)}, square);
            check_last({~few & ~bit(square), few}, square);
        }
    }
}

TEST_CASE("a move on the last square flips every content of each line through it rightly") {
    for (int i = 0; i < square_count; ++i) {
        const Square square = square_at(i);
        const Rays& rays = rays_from[static_cast<std::size_t>(i)];
        for (std::size_t line = 0; line < 4; ++line) {
            const Bitboard others = rays.upward[line] | rays.downward[line];
            Bitboard own = 0;
            do { // every subset of the line
                check_last({own, ~own & ~bit(square)}, square);
                own = (own - others) & others;
            } while (own != 0);
        }
    }
}

TEST_CASE("a move on the last square flips up to nineteen discs") {
    STATIC_REQUIRE(last_flips(edges, Square::d4) == 19);
    STATIC_REQUIRE(last_flips(0, Square::d4) == 0);
    STATIC_REQUIRE(LastSquare(~edges & ~bit(Square::d4), Square::d4).flips_by_opponent() == 19);
}
