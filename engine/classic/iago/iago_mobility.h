#pragma once

// Iago's two measures of mobility for the player (Rosenbloom 1982, section 4.4.2). To save time
// Iago counted the opponent's moves one ply before the horizon. Here the moves of both players are
// counted in the evaluated position.

#include "engine/board/board.h"

namespace emilia::classic {

/// Equation 1: the difference of the two counts in thousandths of their sum plus 2.
[[nodiscard]] constexpr int share_of_thousand(int player, int opponent) noexcept {
    return 1000 * (player - opponent) / (player + opponent + 2);
}

/// Current mobility, within [-1000, 1000]: squares that only one player can move to count twice
/// (4.4.2.1).
[[nodiscard]] constexpr int current_mobility(Bitboard player_moves,
                                             Bitboard opponent_moves) noexcept {
    const int common = count(player_moves & opponent_moves);
    return share_of_thousand(2 * count(player_moves) - common, 2 * count(opponent_moves) - common);
}

/// The player's potential moves, counted in three ways (4.4.2.2).
struct PotentialMoves {
    int frontier_discs; ///< discs of the opponent beside an empty square
    int empty_squares;  ///< empty squares beside a disc of the opponent
    int contacts;       ///< pairs of a disc of the opponent and an empty square beside it
};
[[nodiscard]] PotentialMoves potential_moves(const Board& board) noexcept;

/// The sum of the three measures, each by equation 1; within [-3000, 3000].
[[nodiscard]] int potential_mobility(const Board& board) noexcept;

} // namespace emilia::classic
