#pragma once

// The evaluations of chapter 18 of Norvig's "Paradigms of Artificial Intelligence Programming"
// (1992); section numbers are its.

#include "engine/classic/evaluation.h"
#include "engine/classic/weight_board.h"

namespace emilia::classic {

/// The player's discs less the opponent's (18.3).
[[nodiscard]] Value count_difference(const Board& board, int root_move = 0);

/// The opposite: the strategy of few discs (Rosenbloom 1982, section 3.1.3).
[[nodiscard]] Value count_difference_reversed(const Board& board, int root_move = 0);

/// The moves that the player has (18.8).
[[nodiscard]] Value number_of_moves(const Board& board, int root_move = 0);

/// The weights of 18.3; 18.9 orders moves by them.
inline constexpr WeightBoard norvig_weights{{
    // clang-format off
    120, -20, 20,  5,  5, 20, -20, 120,
    -20, -40, -5, -5, -5, -5, -40, -20,
     20,  -5, 15,  3,  3, 15,  -5,  20,
      5,  -5,  3,  3,  3,  3,  -5,   5,
      5,  -5,  3,  3,  3,  3,  -5,   5,
     20,  -5, 15,  3,  3, 15,  -5,  20,
    -20, -40, -5, -5, -5, -5, -40, -20,
    120, -20, 20,  5,  5, 20, -20, 120,
    // clang-format on
}};

/// The weights of the player's discs less those of the opponent's (18.3).
[[nodiscard]] Value weighted_squares(const Board& board, int root_move = 0);

/// The same, but beside a corner that is taken a disc is worth 5 (18.6).
[[nodiscard]] Value modified_weighted_squares(const Board& board, int root_move = 0);

/// Norvig's reading of Iago: edge stability, current and potential mobility (18.12). `root_move`
/// sets their shares.
[[nodiscard]] Value norvig_iago(const Board& board, int root_move);

/// A player's moves, and the empty squares beside the opponent's discs, which include them (18.12).
struct Mobility {
    int current;
    int potential;
};
[[nodiscard]] Mobility mobility(const Board& board) noexcept;

} // namespace emilia::classic
