#pragma once

// The evaluations of the players of the literature. Each one uses the unit of its source; a greater
// value is better for the player to move.

#include "engine/board/board.h"

namespace emilia::classic {

using Value = double;

// No evaluation reaches these two values.
inline constexpr Value winning_value = 1e9;
inline constexpr Value losing_value = -winning_value;

/// The number of the move that is due: 1 to 60 in a game from the usual start.
[[nodiscard]] constexpr int move_number(const Board& board) noexcept {
    return square_count - 3 - board.empties();
}

/// Values a finished game by its outcome alone (Norvig 1992, section 18.4).
[[nodiscard]] constexpr Value win_or_loss(const Board& board) noexcept {
    const int difference = count(board.player) - count(board.opponent);
    return difference > 0 ? winning_value : difference < 0 ? losing_value : 0;
}

/// Pure functions; any thread may call them.
struct Evaluation {
    /// Values an unfinished game. `root_move` is the number of the move that the search looks for.
    Value (*estimate)(const Board& board, int root_move);
    Value (*final_value)(const Board& board) = win_or_loss;
};

/// An evaluation that values a finished game like any other position.
template <auto estimate>
inline constexpr Evaluation throughout{estimate,
                                       [](const Board& board) { return estimate(board, 0); }};

} // namespace emilia::classic
