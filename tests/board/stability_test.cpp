#include "engine/board/stability.h"
#include "engine/board/symmetry.h"
#include "tests/catch.h"
#include "tests/random_game.h"
#include "tests/search/endgame_boards.h"

#include <initializer_list>
#include <map>
#include <string>

using namespace emilia;
using emilia::testing::plain_solve;
using emilia::testing::Random;
using emilia::testing::usual_and_odd_boards;

namespace {

// The three rules of stability.h, written as plain loops over squares.

/// An edge as eight characters: 'p' player, 'o' opponent, '-' empty.
std::string played(std::string edge, int at, char mover) {
    const auto on = [&edge](int i) -> char& { return edge[static_cast<std::size_t>(i)]; };
    on(at) = mover;
    for (const int step : {-1, 1}) {
        int end = at + step;
        while (end >= 0 && end < 8 && on(end) != '-' && on(end) != mover) {
            end += step;
        }
        if (end < 0 || end >= 8 || on(end) != mover) continue;
        for (int i = at + step; i != end; i += step) {
            on(i) = mover;
        }
    }
    return edge;
}

/// The player's discs that no way of filling the edge flips, as the eight low bits.
unsigned surviving(const std::string& edge) {
    static std::map<std::string, unsigned> known;
    if (const auto found = known.find(edge); found != known.end()) return found->second;
    unsigned stable = 0;
    for (int i = 0; i < 8; ++i) {
        stable |= edge[static_cast<std::size_t>(i)] == 'p' ? 1U << i : 0U;
    }
    for (int i = 0; i < 8; ++i) {
        if (edge[static_cast<std::size_t>(i)] == '-')
            stable &= surviving(played(edge, i, 'p')) & surviving(played(edge, i, 'o'));
    }
    return known[edge] = stable;
}

constexpr int edge_contents = 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3;

std::string edge_text(int number) {
    std::string edge(8, '-');
    for (char& disc : edge) {
        disc = "-po"[number % 3];
        number /= 3;
    }
    return edge;
}

/// The edge on the first row of an otherwise empty board.
Board on_first_row(const std::string& edge) {
    Board board;
    for (std::size_t i = 0; i < 8; ++i) {
        board.player |= edge[i] == 'p' ? Bitboard{1} << i : 0;
        board.opponent |= edge[i] == 'o' ? Bitboard{1} << i : 0;
    }
    return board;
}

Bitboard naive_edge_discs(const Board& board) {
    Bitboard stable = 0;
    for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
        const Board turned = transformed(board, symmetry);
        std::string edge(8, '-');
        for (int i = 0; i < 8; ++i) {
            if (contains(turned.occupied(), square_at(i)))
                edge[static_cast<std::size_t>(i)] =
                    contains(turned.player, square_at(i)) ? 'p' : 'o';
        }
        for (const Square square : squares_of(surviving(edge))) {
            for (int i = 0; i < square_count; ++i) { // turned back
                if (transformed(square_at(i), symmetry) == square) stable |= bit(square_at(i));
            }
        }
    }
    return stable;
}

bool on_board(int column, int row) {
    return column >= 0 && column < 8 && row >= 0 && row < 8;
}

bool is_full_line(const Board& board, Square square, int column_step, int row_step) {
    for (const int sign : {-1, 1}) {
        int column = column_of(square);
        int row = row_of(square);
        for (; on_board(column, row); column += sign * column_step, row += sign * row_step) {
            if (contains(board.empty(), square_at(column, row))) return false;
        }
    }
    return true;
}

/// Whether the disc is safe along one line: at the side, on a full line or beside a stable disc.
bool is_safe(const Board& board, Bitboard stable, Square square, int column_step, int row_step) {
    if (is_full_line(board, square, column_step, row_step)) return true;
    for (const int sign : {-1, 1}) {
        const int column = column_of(square) + sign * column_step;
        const int row = row_of(square) + sign * row_step;
        if (!on_board(column, row) || contains(stable, square_at(column, row))) return true;
    }
    return false;
}

bool is_safe_all_round(const Board& board, Bitboard stable, Square square) {
    return is_safe(board, stable, square, 1, 0) && is_safe(board, stable, square, 0, 1)
           && is_safe(board, stable, square, 1, 1) && is_safe(board, stable, square, 1, -1);
}

Bitboard naive_stable_discs(const Board& board) {
    Bitboard stable = naive_edge_discs(board);
    for (Bitboard before = ~stable; stable != before;) {
        before = stable;
        for (const Square square : squares_of(board.player & ~stable)) {
            if (is_safe_all_round(board, stable, square)) stable |= bit(square);
        }
    }
    return stable;
}

Bitboard squares(std::initializer_list<Square> list) {
    Bitboard set = 0;
    for (const Square square : list) {
        set |= bit(square);
    }
    return set;
}

} // namespace

TEST_CASE("stable discs of known positions are found") {
    constexpr Bitboard top_left = 0x0103'0707; // a1–c1, a2–c2, a3–b3, a4
    struct Case {
        const char* what;
        Board board;
        Bitboard stable;
    };
    const Case cases[] = {
        {"the start has none", Board::start(), 0},
        {"a full board has all", {first_row, ~first_row}, first_row},
        {"a full board of one colour has all", {all_squares, 0}, all_squares},
        {"a full edge of one colour", {first_row, Bitboard{0xff} << 8}, first_row},
        {"a full edge of both colours", {0x5a, 0xa5}, 0x5a},
        {"a lone corner", {corners, 0}, corners},
        {"a row from a corner", {squares({Square::a1, Square::b1, Square::c1}), 0}, 0x07},
        {"a row beside a corner", {squares({Square::b1, Square::c1}), squares({Square::d1})}, 0},
        {"a wall from the corner inwards", {top_left, 0}, top_left},
        {"the opponent's corner", {0, corners}, 0},
        {"no disc at all", {0, 0}, 0},
    };
    for (const Case& c : cases) {
        CAPTURE(c.what);
        for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
            CHECK(stable_discs(transformed(c.board, symmetry)) == transformed(c.stable, symmetry));
        }
    }
}

TEST_CASE("a disc amid four full lines is stable") {
    // The opponent holds the rest of d4's four lines. All other squares are empty.
    Board board;
    for (int i = 0; i < square_count; ++i) {
        const int columns = column_of(square_at(i)) - column_of(Square::d4);
        const int rows = row_of(square_at(i)) - row_of(Square::d4);
        if (columns == 0 || rows == 0 || columns == rows || columns == -rows)
            board.opponent |= bit(square_at(i));
    }
    board.player = bit(Square::d4);
    board.opponent ^= bit(Square::d4);
    CHECK(stable_discs(board) == bit(Square::d4));
    for (const Square gap : squares_of(board.opponent)) {
        const Board open{board.player, board.opponent ^ bit(gap)};
        CHECK(stable_discs(open) == 0);
    }
}

TEST_CASE("every content of an edge has the stable discs that trying all fillings finds") {
    for (int number = 0; number < edge_contents; ++number) {
        const std::string edge = edge_text(number);
        const Board board = on_first_row(edge);
        CAPTURE(edge);
        // A disc in the corner is also on a second edge, where it is stable, too.
        const Bitboard stable = surviving(edge);
        for (const int symmetry : {0, 1, 2, 4, 6}) {
            REQUIRE(stable_edge_discs(transformed(board, symmetry))
                    == transformed(stable, symmetry));
        }
    }
}

TEST_CASE("stable discs equal those of the three rules written as plain loops") {
    Random random(7);
    for (const Board& board : testing::positions_of_games(random, 40)) {
        REQUIRE(stable_edge_discs(board) == naive_edge_discs(board));
        REQUIRE(stable_discs(board) == naive_stable_discs(board));
    }
    for (int i = 0; i < 1'000; ++i) { // dense boards have full lines of every length
        const Board board = testing::random_board(random, 6 + i % 3);
        const Board sparse{board.player & ~(random() & random() & random()), board.opponent};
        REQUIRE(stable_discs(board) == naive_stable_discs(board));
        REQUIRE(stable_discs(sparse) == naive_stable_discs(sparse));
    }
}

TEST_CASE("stable discs are the player's and take in its corners and stable edge discs") {
    Random random(8);
    for (const Board& board : testing::positions_of_games(random, 200)) {
        const Bitboard stable = stable_discs(board);
        REQUIRE((stable & ~board.player) == 0);
        REQUIRE((board.player & corners & ~stable) == 0);
        REQUIRE((stable_edge_discs(board) & ~stable) == 0);
    }
}

TEST_CASE("a disc reported as stable is flipped in no random continuation") {
    Random random(9);
    int discs = 0;
    for (const Board& root : testing::positions_of_games(random, 40)) {
        const Bitboard stable = stable_discs(root);
        const Bitboard other = stable_discs(root.passed());
        discs += count(stable | other);
        for (int repeat = 0; repeat < 5; ++repeat) {
            bool own_turn = true;
            for (const Board& board : testing::random_game(random, root)) {
                REQUIRE((stable & ~(own_turn ? board.player : board.opponent)) == 0);
                REQUIRE((other & ~(own_turn ? board.opponent : board.player)) == 0);
                own_turn = !own_turn;
            }
        }
    }
    CHECK(discs > 10'000);
}

TEST_CASE("an upper bound by stable discs is never below the score, and often below 64") {
    Random random(15);
    int bounded = 0;
    for (int empties = 0; empties <= 8; ++empties) {
        for (const Board& board : usual_and_odd_boards(empties, 100, random)) {
            const int score = plain_solve(board);
            const int bound = upper_bound_by_stability(board, 62, empties);
            CAPTURE(board.player, board.opponent, score);
            CHECK(bound >= score);
            const bool counted = count(board.opponent) >= 7; // with fewer discs it isn't worth it
            if (!counted) CHECK(bound == 64);
            if (counted && empties == 0) CHECK(bound == score);
            if (empties > 0 && bound < 64) ++bounded;
            // No count of stable discs could bring the score down to this alpha.
            if (empties > 0)
                CHECK(upper_bound_by_stability(board, -65 + 2 * empties, empties) == 64);
        }
    }
    CHECK(bounded > 200);
}

TEST_CASE("what stable discs decide is what a plain search finds") {
    Random random(16);
    int above = 0;
    int below = 0;
    for (int empties = 0; empties <= 8; ++empties) {
        for (const Board& board : usual_and_odd_boards(empties, 100, random)) {
            const int score = plain_solve(board);
            for (const int minimum : {score - 2, score, score + 2, 0, 2}) {
                if (minimum <= -64 || minimum > 64) continue; // decided without any disc
                const auto decided = decided_by_stability(board, minimum);
                CAPTURE(board.player, board.opponent, score, minimum);
                if (empties == 0) CHECK(decided);
                if (!decided) continue;
                CHECK(*decided == (score >= minimum));
                if (empties > 0) ++(*decided ? above : below);
            }
        }
    }
    CHECK(above > 200);
    CHECK(below > 200);
}
