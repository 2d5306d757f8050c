#pragma once

// The evaluations of chapter 18 of Norvig's "Paradigms of Artificial Intelligence Programming"
// (1992). Section numbers refer to that book.

#include "engine/classic/evaluation.h"
#include "engine/classic/weight_board.h"

namespace emilia::classic {

/// The player's discs minus the opponent's (18.3).
[[nodiscard]] Value count_difference(const Board& board, int root_move = 0);

/// The opponent's discs minus the player's: fewer discs are better (Rosenbloom 1982, section
/// 3.1.3).
[[nodiscard]] Value count_difference_reversed(const Board& board, int root_move = 0);

/// The number of the player's legal moves (18.8).
[[nodiscard]] Value number_of_moves(const Board& board, int root_move = 0);

/// The weights of section 18.3; section 18.9 orders moves by them.
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

/// The weights of the player's discs minus those of the opponent's (18.3).
[[nodiscard]] Value weighted_squares(const Board& board, int root_move = 0);

/// Like weighted_squares, but a disc beside an occupied corner is worth 5 (18.6).
[[nodiscard]] Value modified_weighted_squares(const Board& board, int root_move = 0);

/// Norvig's version of Iago: edge stability, current and potential mobility (18.12). Their weights
/// depend on `root_move`.
[[nodiscard]] Value norvig_iago(const Board& board, int root_move);

/// The mobility of the player to move (18.12).
struct Mobility {
    int current;   ///< legal moves
    int potential; ///< empty squares beside a disc of the opponent; every legal move is one
};
[[nodiscard]] Mobility mobility(const Board& board) noexcept;

} // namespace emilia::classic
