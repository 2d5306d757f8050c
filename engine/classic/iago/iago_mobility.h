#pragma once

// Iago's two measures of mobility (Rosenbloom 1982, section 4.4.2), for the player, within
// [-1000, 1000]. Where Iago counted the other side's moves one ply before the end of the search,
// to save time, both sides' are counted here where the position is evaluated.

#include "engine/board/board.h"

namespace emilia::classic {

/// Equation 1: how `player` and `opponent` compare, in thousandths of their sum and 2.
[[nodiscard]] constexpr int share_of_thousand(int player, int opponent) noexcept {
    return 1000 * (player - opponent) / (player + opponent + 2);
}

/// By squares: those that only one side can move to count twice (4.4.2.1).
[[nodiscard]] constexpr int current_mobility(Bitboard player_moves,
                                             Bitboard opponent_moves) noexcept {
    const int common = count(player_moves & opponent_moves);
    return share_of_thousand(2 * count(player_moves) - common, 2 * count(opponent_moves) - common);
}

/// What the opponent's discs offer (4.4.2.2).
struct PotentialMoves {
    int frontier_discs; ///< the opponent's, beside an empty square
    int empty_squares;  ///< beside one of the opponent's discs
    int contacts;       ///< of the opponent's discs with empty squares beside them
};
[[nodiscard]] PotentialMoves potential_moves(const Board& board) noexcept;

/// The three measures, each by equation 1; their sum, within [-3000, 3000].
[[nodiscard]] int potential_mobility(const Board& board) noexcept;

} // namespace emilia::classic
