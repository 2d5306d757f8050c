#include "engine/search/leaf_moves.h"
#include "tests/catch.h"
#include "tests/random_game.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

using namespace emilia;
using emilia::testing::positions_of_games;
using emilia::testing::Random;

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

/// What Lateness says, square by square.
int expected_cost(const Board& board, const LeafMove& move) {
    int cost = 14 * count(move.replies) + 7 * count(move.replies & corners)
               + 2 * count(near_squares(move.child));
    int in_quadrant = 0;
    bool alone = true;
    for (const Square square : squares_of(board.empty())) {
        const int columns = std::abs(column_of(square) - column_of(move.square));
        const int rows = std::abs(row_of(square) - row_of(move.square));
        if (std::max(columns, rows) == 1) alone = false;
        const bool same_quadrant = column_of(square) / 4 == column_of(move.square) / 4
                                   && row_of(square) / 4 == row_of(move.square) / 4;
        in_quadrant += static_cast<int>(same_quadrant);
    }
    if (in_quadrant % 2 == 1) cost -= 4;
    if (contains(corners, move.square)) cost -= 6;
    if (alone) cost -= 4;
    return cost;
}

/// Takes moves until none is left, and checks each group.
template <LeafOrder order, class Check>
void for_all_groups(const Board& board, Square hash_move, Check check) {
    Bitboard moves = board.legal_moves();
    while (moves != 0) {
        const Bitboard before = moves;
        LeafMoves<order> some(board, moves, hash_move);
        std::vector<LeafMove> taken;
        while (!some.empty()) taken.push_back(some.take());
        check(before ^ moves, taken);
    }
}

} // namespace

TEST_CASE("leaf moves are the first legal moves, with the positions after them and their replies") {
    Random random(57);
    const auto check_group = [](const Board& board, Bitboard group, std::size_t capacity,
                                const std::vector<LeafMove>& taken) {
        Bitboard squares = 0;
        for (const LeafMove& move : taken) {
            CAPTURE(board.player, board.opponent, move.square);
            REQUIRE(move.child == board.after(move.square));
            REQUIRE(move.replies == move.child.legal_moves());
            squares |= bit(move.square);
        }
        REQUIRE(squares == group);
        REQUIRE(taken.size() == static_cast<std::size_t>(count(group)));
        REQUIRE(taken.size() <= capacity);
    };
    for (const Board& board : positions_of_games(random, 50)) {
        for_all_groups<LeafOrder::by_replies>(
            board, Square::none,
            [&](Bitboard group, auto& taken) { check_group(board, group, 4, taken); });
        for_all_groups<LeafOrder::by_replies_and_squares>(
            board, Square::none,
            [&](Bitboard group, auto& taken) { check_group(board, group, 8, taken); });
    }
}

TEST_CASE("leaf moves come by their cost, equal ones by their squares") {
    Random random(58);
    for (const Board& board : positions_of_games(random, 50)) {
        const auto in_order = [&](const auto& before) {
            return [&, before](Bitboard, const std::vector<LeafMove>& taken) {
                CAPTURE(board.player, board.opponent);
                REQUIRE(std::is_sorted(taken.begin(), taken.end(), before));
            };
        };
        for_all_groups<LeafOrder::by_replies>(
            board, Square::none, in_order([](const LeafMove& a, const LeafMove& b) {
                const auto value = [](const LeafMove& move) {
                    return 2 * count(move.replies) + count(move.replies & corners);
                };
                return value(a) != value(b) ? value(a) < value(b) : a.square < b.square;
            }));
        for_all_groups<LeafOrder::by_replies_and_squares>(
            board, Square::none, in_order([&board](const LeafMove& a, const LeafMove& b) {
                const int first = expected_cost(board, a);
                const int second = expected_cost(board, b);
                return first != second ? first < second : a.square < b.square;
            }));
    }
}

TEST_CASE("the hash move is the first leaf move of its group") {
    Random random(59);
    for (const Board& board : positions_of_games(random, 20)) {
        for (const Square hash_move : squares_of(board.legal_moves())) {
            for_all_groups<LeafOrder::by_replies_and_squares>(
                board, hash_move, [&](Bitboard group, const std::vector<LeafMove>& taken) {
                    if (contains(group, hash_move)) REQUIRE(taken.front().square == hash_move);
                });
        }
    }
}

TEST_CASE("numbers are taken from the smallest to the largest, equal ones in order") {
    Random random(56);
    for (int round = 0; round < 2'000; ++round) {
        const std::size_t size = 1 + random() % SmallestFirst::capacity;
        std::vector<int> numbers(size);
        SmallestFirst order;
        for (std::size_t i = 0; i < size; ++i) {
            // Few different numbers, so that equal ones are frequent; and some large ones.
            numbers[i] = static_cast<int>(random() % 5 * (random() % 2 == 0 ? 1 : 13'000));
            order.set(i, numbers[i]);
        }
        std::vector<std::size_t> places(size);
        for (std::size_t i = 0; i < size; ++i) places[i] = i;
        std::stable_sort(places.begin(), places.end(), [&numbers](std::size_t a, std::size_t b) {
            return numbers[a] < numbers[b];
        });
        for (const std::size_t place : places) REQUIRE(order.take() == place);
    }
}
