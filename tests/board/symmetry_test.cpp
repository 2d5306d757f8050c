#include "engine/board/symmetry.h"
#include "tests/catch.h"
#include "tests/random_game.h"

#include <set>
#include <utility>
#include <vector>

using namespace emilia;
using testing::Random;

namespace {

std::vector<Board> sample_boards() {
    Random random(4);
    return testing::positions_of_games(random, 20);
}

/// A symmetry as documented, in coordinates.
Square moved(Square square, int symmetry) {
    int column = column_of(square);
    int row = row_of(square);
    if ((symmetry & 1) != 0) column = 7 - column;
    if ((symmetry & 2) != 0) row = 7 - row;
    if ((symmetry & 4) != 0) std::swap(column, row);
    return square_at(column, row);
}

} // namespace

TEST_CASE("mirrors and the transposition move squares where they say") {
    for (int i = 0; i < square_count; ++i) {
        const Square square = square_at(i);
        const int column = column_of(square);
        const int row = row_of(square);
        CHECK(mirror_columns(bit(square)) == bit(square_at(7 - column, row)));
        CHECK(mirror_rows(bit(square)) == bit(square_at(column, 7 - row)));
        CHECK(transpose(bit(square)) == bit(square_at(row, column)));
    }
}

TEST_CASE("the inverse of a symmetry takes every square back") {
    for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
        CAPTURE(symmetry);
        for (int i = 0; i < square_count; ++i) {
            const Square square = square_at(i);
            CHECK(transformed(transformed(square, symmetry), inverse(symmetry)) == square);
        }
    }
}

TEST_CASE("each symmetry moves every square as documented, and a pass stays a pass") {
    for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
        CAPTURE(symmetry);
        for (int i = 0; i < square_count; ++i) {
            CHECK(transformed(square_at(i), symmetry) == moved(square_at(i), symmetry));
        }
        CHECK(transformed(Square::pass, symmetry) == Square::pass);
        CHECK(transformed(Square::none, symmetry) == Square::none);
    }
}

TEST_CASE("the eight symmetries of a board without symmetry are distinct") {
    const Board board = Board::start().after(Square::f5).after(Square::d6).after(Square::c5);
    std::set<std::pair<Bitboard, Bitboard>> distinct;
    for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
        const Board other = transformed(board, symmetry);
        distinct.insert({other.player, other.opponent});
    }
    CHECK(distinct.size() == symmetry_count);
}

TEST_CASE("moves of a turned board are the turned moves") {
    for (const Board& board : sample_boards()) {
        for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
            const Board turned = transformed(board, symmetry);
            REQUIRE(turned.legal_moves() == transformed(board.legal_moves(), symmetry));
            for (const Square move : squares_of(board.legal_moves())) {
                REQUIRE(turned.after(transformed(move, symmetry))
                        == transformed(board.after(move), symmetry));
            }
        }
    }
}

TEST_CASE("the canonical board is the smallest of the eight, whichever one is given") {
    for (const Board& board : sample_boards()) {
        const Board least = canonical(board);
        bool found = false;
        for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
            const Board other = transformed(board, symmetry);
            REQUIRE(canonical(other) == least);
            REQUIRE(std::pair(least.player, least.opponent)
                    <= std::pair(other.player, other.opponent));
            found = found || other == least;
        }
        REQUIRE(found);
    }
}
