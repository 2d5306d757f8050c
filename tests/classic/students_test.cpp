#include "engine/classic/evaluation.h"
#include "engine/classic/norvig.h"
#include "engine/classic/players.h"
#include "engine/classic/students.h"
#include "tests/catch.h"
#include "tests/random_game.h"

#include <array>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

using namespace emilia;
using namespace emilia::classic;
using emilia::testing::positions_of_games;
using emilia::testing::Random;
using emilia::testing::random_board;

namespace {

Board board_of(std::initializer_list<Square> player, std::initializer_list<Square> opponent) {
    Board board;
    for (const Square square : player) board.player |= bit(square);
    for (const Square square : opponent) board.opponent |= bit(square);
    return board;
}

std::vector<Board> usual_and_odd_boards(Random& random) {
    std::vector<Board> boards = positions_of_games(random, 30);
    for (int i = 0; i < 500; ++i) boards.push_back(random_board(random, i % 9));
    return boards;
}

int plain_frontier(Bitboard discs, const Board& board) {
    int number = 0;
    for (int rank = 0; rank < 8; ++rank) {
        for (int file = 0; file < 8; ++file) {
            const Square square = square_at(8 * rank + file);
            if (!contains(discs, square) || contains(corners, square)) continue;
            bool beside_empty = false;
            for (int r = rank - 1; r <= rank + 1; ++r) {
                for (int f = file - 1; f <= file + 1; ++f) {
                    const bool on_board = r >= 0 && r < 8 && f >= 0 && f < 8;
                    if (on_board && contains(board.empty(), square_at(8 * r + f)))
                        beside_empty = true;
                }
            }
            number += beside_empty ? 1 : 0;
        }
    }
    return number;
}

/// A board with `discs` discs in the first rows; every third one is the opponent's.
Board board_with(int discs) {
    Board board;
    for (int i = 0; i < discs; ++i)
        (i % 3 == 0 ? board.opponent : board.player) |= bit(square_at(i));
    return board;
}

constexpr std::array students = {
    "student-coins",        "student-corners",       "student-board-1",   "student-board-2",
    "student-board-3",      "student-corner-access", "student-frontiers", "student-dynamic-board",
    "student-tournament-1", "student-staged-25",     "student-staged-35", "student-staged-45",
    "student-final",
};

} // namespace

TEST_CASE("the students' differences are percentages of all discs or corners") {
    const Board board = board_of({Square::d4, Square::e4, Square::a1}, {Square::d5});
    CHECK(student_coins(board) == 50);
    CHECK(student_coins(board.passed()) == -50);
    CHECK(student_coins(Board{}) == 0);
    CHECK(student_corners(board) == 100);
    CHECK(student_corners(Board::start()) == 0);
    const Board corners_of_both = board_of({Square::a1}, {Square::h1, Square::a8, Square::h8});
    CHECK(student_corners(corners_of_both) == -50);
}

TEST_CASE("the students' boards of weights are divided by the number of discs") {
    const Board board = board_of({Square::a1, Square::d4}, {Square::b2, Square::c1});
    CHECK(student_board<student_weights_1>(board) == 100.0 * (4 + 1 + 4 - 2) / 4);
    CHECK(student_board<student_weights_2>(board) == 100.0 * (100 + 2 + 20 - 10) / 4);
    CHECK(student_board<norvig_weights>(board) == 100.0 * (120 + 3 + 40 - 20) / 4);
    CHECK(student_board<student_weights_1>(Board{}) == 0);
    CHECK(student_board<student_weights_1>(Board::start()) == 0);
}

TEST_CASE("the students' second board weighs A-squares 11 on the files and 10 on the rows") {
    for (const Square square : {Square::a3, Square::a6, Square::h3, Square::h6})
        CHECK(student_weights_2[square] == 11);
    for (const Square square : {Square::c1, Square::f1, Square::c8, Square::f8})
        CHECK(student_weights_2[square] == 10);
}

TEST_CASE("a way to a corner leads over a disc beside it to one of the other player") {
    struct Way {
        Square corner;
        Square beside;
        Square behind;
    };
    constexpr std::array ways = {
        Way{Square::a1, Square::b1, Square::c1}, Way{Square::a1, Square::a2, Square::a3},
        Way{Square::a1, Square::b2, Square::c3}, Way{Square::h1, Square::g1, Square::f1},
        Way{Square::h1, Square::h2, Square::h3}, Way{Square::h1, Square::g2, Square::f3},
        Way{Square::a8, Square::b8, Square::c8}, Way{Square::a8, Square::a7, Square::a6},
        Way{Square::a8, Square::b7, Square::c6}, Way{Square::h8, Square::g8, Square::f8},
        Way{Square::h8, Square::h7, Square::h6}, Way{Square::h8, Square::g7, Square::f6},
    };
    Board all_ways;
    for (const Way& way : ways) {
        const Board board = board_of({way.behind}, {way.beside});
        CHECK(student_corner_ways(board) == 1);
        CHECK(student_corner_ways(board.passed()) == -1);
        CHECK(student_corner_access(board) == 25);
        CHECK(student_corner_ways({board.player | bit(way.corner), board.opponent}) == 0);
        CHECK(student_corner_ways({board.occupied(), 0}) == 0);
        all_ways.player |= board.player;
        all_ways.opponent |= board.opponent;
    }
    CHECK(student_corner_ways(all_ways) == 12);
    // A way does not change its direction; listing 9 pairs such squares by mistake.
    CHECK(student_corner_ways(board_of({Square::c1}, {Square::a2})) == 0);
    CHECK(student_corner_ways(board_of({Square::a2}, {Square::c1})) == 0);
}

TEST_CASE("ways to corners and corners add up") {
    const Board board = board_of({Square::a1, Square::f1}, {Square::g1, Square::a8});
    CHECK(student_corner_access(board) == 25);
}

TEST_CASE("discs beside empty squares count against their owner except in corners") {
    const Board board = board_of({Square::a1, Square::d4}, {Square::d5, Square::e5, Square::h8});
    CHECK(student_frontiers(board) == 100.0 * (2 - 1) / 3);
    CHECK(student_frontiers(board_of({Square::a1}, {Square::h8})) == 0);
    CHECK(student_frontiers(Board{all_squares, 0}) == 0);
}

TEST_CASE("discs beside empty squares are the ones that a plain loop finds") {
    Random random(2022);
    for (const Board& board : usual_and_odd_boards(random)) {
        const int player = plain_frontier(board.player, board);
        const int opponent = plain_frontier(board.opponent, board);
        const Value expected =
            player + opponent == 0 ? 0 : 100.0 * (opponent - player) / (player + opponent);
        CAPTURE(board.player, board.opponent);
        REQUIRE(student_frontiers(board) == expected);
    }
}

TEST_CASE("a row of discs from an own corner on has the corner's weight") {
    // a1, b1 and c1 are 4 each; e1 is no part of the row.
    CHECK(student_dynamic_board(
              board_of({Square::a1, Square::b1, Square::c1, Square::e1}, {Square::d1}))
          == 100.0 * (4 + 4 + 4 + 2 - 2) / 5);
    // A disc beside the other player's corner keeps its own weight.
    CHECK(student_dynamic_board(board_of({Square::b1}, {Square::a1})) == 100.0 * (-3 - 4) / 2);
    // Rows run along both edges but not along the diagonal.
    CHECK(student_dynamic_board(board_of({Square::h8, Square::h7, Square::g8, Square::g7}, {}))
          == 100.0 * (4 + 4 + 4 - 4) / 4);
    // A row that ends at b1 does not continue around the empty corner to a2.
    CHECK(student_dynamic_board({(first_row & ~bit(Square::a1)) | bit(Square::a2), 0})
          == 100.0 * (7 * 4 - 3) / 8);
    CHECK(student_dynamic_board({a_file, h_file}) == 0);
    CHECK(student_dynamic_board({a_file, 0}) == 400);
    CHECK(student_dynamic_board({a_file & ~corners, 0}) == 100.0 * (4 * 2 - 2 * 3) / 6);
}

TEST_CASE("the first tournament's heuristic weighs coins and corners and frontiers") {
    CHECK(student_tournament_1(board_of({Square::a1}, {Square::b1})) == Approx(40 + 40));
    CHECK(student_tournament_1(board_of({Square::d4, Square::e4, Square::d3}, {Square::d5}))
          == Approx(0.2 * 50 + 0.4 * -50));
}

TEST_CASE("the staged heuristics change after their numbers of discs") {
    struct Case {
        Value (*heuristic)(const Board&, int);
        int threshold;
        const WeightBoard& weights;
    };
    for (const Case& test :
         {Case{student_staged<student_middle_weights, 25>, 25, student_middle_weights},
          Case{student_staged<student_weights_2, 35>, 35, student_weights_2},
          Case{student_staged<student_weights_2, 45>, 45, student_weights_2}}) {
        const Board last = board_with(test.threshold);
        const Board next = board_with(test.threshold + 1);
        CHECK(test.heuristic(last, 0) == test.weights.difference(last));
        CHECK(test.heuristic(last, 0) != student_tournament_1(last));
        CHECK(test.heuristic(next, 0) == student_tournament_1(next));
    }
    const Board board = board_of({Square::a1}, {Square::b1});
    CHECK(student_staged<student_middle_weights, 25>(board) == 4000 + 2);
    CHECK(student_staged<student_weights_2, 35>(board) == 100 + 10);
}

TEST_CASE("the students' last heuristic adds mobility in both stages") {
    // The player can move to c1, the opponent nowhere.
    CHECK(student_final(board_of({Square::a1}, {Square::b1})) == 100 + 10 + 100);
    CHECK(student_final(Board::start()) == 0);
    const Board late{0x0101'0101'0101'0101 << 1, ~Bitboard{0x0303'0303'0303'0303}};
    const int player = count(late.legal_moves());
    const int opponent = count(late.passed().legal_moves());
    REQUIRE(player + opponent > 0);
    CHECK(student_final(late)
          == student_tournament_1(late) + 100.0 * (player - opponent) / (player + opponent));
}

TEST_CASE("the students' heuristics are zero-sum and finite and not always 0") {
    Random random(22);
    const std::vector<Board> boards = usual_and_odd_boards(random);
    for (const std::string name : students) {
        const PlayerKind* kind = find_player(name);
        CAPTURE(name);
        REQUIRE(kind != nullptr);
        CHECK(kind->plies == 3);
        const auto [estimate, final_value] = kind->evaluation;
        bool any = false;
        for (const Board& board : boards) {
            const Value value = estimate(board, 1);
            REQUIRE(value == -estimate(board.passed(), 1));
            REQUIRE(value == estimate(board, 60));
            REQUIRE(final_value(board) == value);
            REQUIRE((losing_value < value && value < winning_value));
            any = any || value != 0;
        }
        CHECK(any);
    }
}

TEST_CASE("boards of weights are symmetric as their sources print them", "[classic]") {
    struct Case {
        const char* name;
        const WeightBoard& weights;
        bool in_diagonals; ///< otherwise only from left to right and from top to bottom
    };
    for (const Case& test : {Case{"Norvig", norvig_weights, true},
                             Case{"students, first of listing 7", student_weights_1, true},
                             Case{"students, second of listing 7", student_weights_2, false},
                             Case{"students, first of figure 6", student_middle_weights, true}}) {
        CAPTURE(test.name);
        for (int row = 0; row < 8; ++row) {
            for (int column = 0; column < 8; ++column) {
                CAPTURE(row, column);
                const auto at = [&](int r, int c) { return test.weights[square_at(8 * r + c)]; };
                CHECK(at(row, column) == at(row, 7 - column));
                CHECK(at(row, column) == at(7 - row, column));
                if (test.in_diagonals) CHECK(at(row, column) == at(column, row));
            }
        }
    }
}

TEST_CASE("the squares of a board of weights are grouped by weight, the best group first") {
    for (const WeightBoard& weights : {norvig_weights, student_weights_1, student_weights_2}) {
        Bitboard all = 0;
        std::optional<int> before;
        for (const WeightBoard::Group& group : weights.groups()) {
            CHECK((!before || group.weight < *before));
            CHECK(group.squares != 0);
            CHECK((group.squares & all) == 0);
            for (const Square square : squares_of(group.squares))
                CHECK(weights[square] == group.weight);
            all |= group.squares;
            before = group.weight;
        }
        CHECK(all == all_squares);
    }
}
