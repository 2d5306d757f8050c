#include "engine/board/board.h"
#include "tests/catch.h"
#include "tests/random_game.h"

#include <array>
#include <cstdlib>
#include <vector>

using namespace emilia;
using testing::Random;

namespace {

// A mailbox board that walks square by square. It is slow, and shares no idea with the bitboards
// that it checks.
struct Mailbox {
    std::array<std::array<char, 8>, 8> rows{}; // 'p' player, 'o' opponent, 0 empty

    explicit Mailbox(const Board& board) {
        for (int row = 0; row < 8; ++row) {
            for (int column = 0; column < 8; ++column) {
                const Square square = square_at(column, row);
                at(column, row) = contains(board.player, square)     ? 'p'
                                  : contains(board.opponent, square) ? 'o'
                                                                     : '\0';
            }
        }
    }

    char& at(int column, int row) {
        return rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
    }

    Bitboard flips_one_way(int column, int row, int column_step, int row_step) {
        Bitboard flipped = 0;
        for (;;) {
            column += column_step;
            row += row_step;
            if (column < 0 || column > 7 || row < 0 || row > 7 || at(column, row) == '\0') return 0;
            if (at(column, row) == 'p') return flipped;
            flipped |= bit(square_at(column, row));
        }
    }

    Bitboard flips(Square square) {
        Bitboard flipped = 0;
        for (const int column_step : {-1, 0, 1}) {
            for (const int row_step : {-1, 0, 1}) {
                if (column_step != 0 || row_step != 0)
                    flipped |=
                        flips_one_way(column_of(square), row_of(square), column_step, row_step);
            }
        }
        return flipped;
    }

    Bitboard legal_moves() {
        Bitboard moves = 0;
        for (int i = 0; i < square_count; ++i) {
            const Square square = square_at(i);
            if (at(column_of(square), row_of(square)) == '\0' && flips(square) != 0)
                moves |= bit(square);
        }
        return moves;
    }
};

/// Whether the mailbox gives the same moves and flips as `board`.
bool agrees_with_mailbox(const Board& board) {
    Mailbox mailbox(board);
    if (board.legal_moves() != mailbox.legal_moves()) return false;
    for (const Square square : squares_of(board.empty())) {
        if (board.flips(square) != mailbox.flips(square)) return false;
    }
    return true;
}

int count_disagreements(const std::vector<Board>& boards) {
    int disagreements = 0;
    for (const Board& board : boards) {
        disagreements += agrees_with_mailbox(board) ? 0 : 1;
    }
    return disagreements;
}

} // namespace

TEST_CASE("the start has four discs and four moves") {
    constexpr Board start = Board::start();
    CHECK(start.player == (bit(Square::e4) | bit(Square::d5)));
    CHECK(start.opponent == (bit(Square::d4) | bit(Square::e5)));
    CHECK(start.empties() == 60);
    CHECK(start.legal_moves()
          == (bit(Square::d3) | bit(Square::c4) | bit(Square::f5) | bit(Square::e6)));
    CHECK(start.flips(Square::f5) == bit(Square::e5));
    CHECK_FALSE(start.is_over());
    CHECK_FALSE(start.must_pass());
}

TEST_CASE("moves and flips equal a mailbox's in random games") {
    Random random(1);
    const std::vector<Board> boards = testing::positions_of_games(random, 400);
    int passes = 0;
    for (const Board& board : boards) {
        passes += board.must_pass() ? 1 : 0;
    }
    REQUIRE(boards.size() > 20'000);
    REQUIRE(passes > 100);
    CHECK(count_disagreements(boards) == 0);
}

TEST_CASE("moves and flips equal a mailbox's on boards filled at random") {
    Random random(2);
    std::vector<Board> boards(5'000);
    int density = 0;
    for (Board& board : boards) {
        density = density % 8 + 1;
        board = testing::random_board(random, density);
    }
    CHECK(count_disagreements(boards) == 0);
}

TEST_CASE("a move leaves the flipped and the placed disc to the one who moved") {
    constexpr Board after = Board::start().after(Square::f5);
    CHECK(after.player == bit(Square::d4));
    CHECK(after.opponent
          == (bit(Square::e4) | bit(Square::d5) | bit(Square::e5) | bit(Square::f5)));
}

TEST_CASE("a pass swaps the sides and nothing else") {
    const Board start = Board::start();
    CHECK(start.after(Square::pass) == Board{start.opponent, start.player});
    CHECK(start.passed().passed() == start);
}

TEST_CASE("a move is legal where it flips, a pass only where it is forced") {
    const Board must_pass{bit(Square::b1), bit(Square::a1)};
    const Board over{bit(Square::a1), 0};
    REQUIRE(must_pass.must_pass());
    struct Case {
        const char* what;
        Board board;
        Square move;
        bool legal;
    };
    const Case cases[] = {
        {"a move that flips", Board::start(), Square::f5, true},
        {"a move that flips nothing", Board::start(), Square::e3, false},
        {"an occupied square", Board::start(), Square::e4, false},
        {"a pass with moves", Board::start(), Square::pass, false},
        {"a forced pass", must_pass, Square::pass, true},
        {"a pass after the end", over, Square::pass, false},
        {"no move", Board::start(), Square::none, false},
    };
    for (const Case& c : cases) {
        CAPTURE(c.what);
        CHECK(c.board.is_legal(c.move) == c.legal);
    }
}

TEST_CASE("the final score gives the empty squares to the winner") {
    struct Case {
        Board board;
        int score;
    };
    const Case cases[] = {
        {{all_squares, 0}, 64},
        {{first_row, all_squares & ~first_row}, -48},
        {{first_row, 0}, 64},
        {{0, first_row}, -64},
        {{first_row, last_row}, 0},
        {{bit(Square::a1) | bit(Square::b1), bit(Square::h8)}, 62},
        {{0, 0}, 0},
    };
    for (const Case& c : cases) {
        CAPTURE(c.board.player, c.board.opponent);
        CHECK(c.board.final_score() == c.score);
        CHECK(c.board.passed().final_score() == -c.score);
    }
}

TEST_CASE("a set of squares counts, iterates and widens as its squares do") {
    Random random(3);
    for (int i = 0; i < 1'000; ++i) {
        const Bitboard squares = random() & random();
        Bitboard seen = 0;
        Bitboard around = 0;
        int number = 0;
        for (const Square square : squares_of(squares)) {
            REQUIRE(contains(squares, square));
            REQUIRE((seen & bit(square)) == 0);
            seen |= bit(square);
            ++number;
            for (int other = 0; other < square_count; ++other) {
                const Square near = square_at(other);
                if (near != square && std::abs(column_of(near) - column_of(square)) <= 1
                    && std::abs(row_of(near) - row_of(square)) <= 1)
                    around |= bit(near);
            }
        }
        REQUIRE(seen == squares);
        REQUIRE(number == count(squares));
        REQUIRE(adjacent(squares) == around);
        REQUIRE(neighbours(squares) == (squares | around));
    }
}
