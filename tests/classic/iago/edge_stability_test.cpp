#include "engine/board/symmetry.h"
#include "engine/classic/evaluation.h"
#include "engine/classic/iago/edge_stability.h"
#include "engine/classic/iago/edge_table.h"
#include "tests/catch.h"
#include "tests/random_game.h"

#include <algorithm>

using namespace emilia;
using namespace emilia::classic;

namespace {

/// One disc at an edge's first square.
constexpr EdgeCode player_in_corner = 1;
constexpr EdgeCode opponent_in_corner = 2;

Board start_with(Bitboard player, Bitboard opponent) {
    const Board start = Board::start();
    return {start.player | player, start.opponent | opponent};
}

int both_orders(EdgeCode a, EdgeCode b, bool greatest) {
    const EdgeTables& tables = edge_tables();
    const int first = tables.on_move[a] + tables.waiting[b];
    const int second = tables.on_move[b] + tables.waiting[a];
    return greatest ? std::max(first, second) : std::min(first, second);
}

} // namespace

TEST_CASE("empty edges are worth 0") {
    CHECK(edge_points(Board::start()) == 0);
}

TEST_CASE("all edges owned are worth eight times one edge") {
    const Board board{edges, ~edges & ~(bit(Square::d4))};
    CHECK(edge_points(board) == 62'400);
    CHECK(edge_points(board.passed()) == -62'400);
}

TEST_CASE("the player to move plays into the better edge of a corner") {
    const Board board = start_with(bit(Square::c1), bit(Square::a3));
    const auto top = code_of({.player = 4, .opponent = 0});
    const auto left = code_of({.player = 0, .opponent = 4});
    const int top_left = both_orders(top, left, true);
    const int top_right = both_orders(code_of({.player = 4, .opponent = 0}), 0, true);
    const int bottom_left = both_orders(code_of({.player = 0, .opponent = 4}), 0, true);
    CHECK(edge_points(board) == top_left + top_right + bottom_left);
}

TEST_CASE("an own X-square may lose its corner") {
    const Board board = start_with(bit(Square::b2), 0);
    const int without = both_orders(opponent_in_corner, opponent_in_corner, true);
    REQUIRE(without < 0);
    CHECK(edge_points(board) == 2 * (120 - move_number(board)) * without / 120);
}

TEST_CASE("an X-square of the opponent may lose him the corner") {
    const Board board = start_with(0, bit(Square::b2));
    const int without = both_orders(player_in_corner, player_in_corner, false);
    REQUIRE(without > 0);
    CHECK(edge_points(board) == 2 * (120 - move_number(board)) * without / 120);
}

TEST_CASE("a corner that can be taken through the X-square at once is lost for certain") {
    const Board board = start_with(bit(Square::c3), bit(Square::b2));
    REQUIRE(contains(board.legal_moves(), Square::a1));
    CHECK(edge_points(board) == 2 * both_orders(player_in_corner, player_in_corner, false));
}

TEST_CASE("an X-square beside an occupied corner changes nothing") {
    const Board with = start_with(bit(Square::a1) | bit(Square::b2), 0);
    const Board without = start_with(bit(Square::a1), 0);
    CHECK(edge_points(with) == edge_points(without));
}

TEST_CASE("edge stability is the same on every symmetric board") {
    testing::Random random(1);
    for (const Board& board : testing::positions_of_games(random, 20)) {
        for (int symmetry = 1; symmetry < symmetry_count; ++symmetry)
            REQUIRE(edge_points(transformed(board, symmetry)) == edge_points(board));
    }
}
