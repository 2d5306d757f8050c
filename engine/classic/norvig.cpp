#include "engine/classic/norvig.h"

#include "engine/classic/norvig_edges.h"

#include <cmath>

namespace emilia::classic {
namespace {

/// Rounds to the nearest integer and halves to the even one, as Lisp's `round` does.
Value rounded(double value) noexcept {
    return std::nearbyint(value);
}

/// How the two counts compare, in proportion to their sum.
Value compared(double coefficient, int player, int opponent) noexcept {
    return rounded(coefficient * (player - opponent) / (player + opponent + 2));
}

} // namespace

Value count_difference(const Board& board, int) {
    return count(board.player) - count(board.opponent);
}

Value count_difference_reversed(const Board& board, int) {
    return count(board.opponent) - count(board.player);
}

Value number_of_moves(const Board& board, int) {
    return count(board.legal_moves());
}

Value weighted_squares(const Board& board, int) {
    return norvig_weights.difference(board);
}

Value modified_weighted_squares(const Board& board, int) {
    constexpr int worth = 5;
    int value = norvig_weights.difference(board);
    for (const Square square : squares_of(neighbours(board.occupied() & corners) & ~corners)) {
        const int change = worth - norvig_weights[square];
        if (contains(board.player, square)) value += change;
        if (contains(board.opponent, square)) value -= change;
    }
    return value;
}

Mobility mobility(const Board& board) noexcept {
    return {.current = count(board.legal_moves()),
            .potential = count(neighbours(board.opponent) & board.empty())};
}

Value norvig_iago(const Board& board, int root_move) {
    const double edge_weight = 312'000 + 6'240.0 * root_move;
    const double current_weight =
        root_move < 25 ? 50'000 + 2'000.0 * root_move : 75'000 + 1'000.0 * root_move;
    constexpr double potential_weight = 20'000;
    constexpr double edge_unit = 32'000;
    const Mobility player = mobility(board);
    const Mobility opponent = mobility(board.passed());
    return rounded(edge_weight * norvig_edge_stability(board) / edge_unit)
           + compared(current_weight, player.current, opponent.current)
           + compared(potential_weight, player.potential, opponent.potential);
}

} // namespace emilia::classic
