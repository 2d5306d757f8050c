#pragma once

// The evaluations of chapter 18 of Norvig's "Paradigms of Artificial Intelligence Programming"
// (1992). Section numbers refer to that book.

#include "engine/board/board.h"
#include "engine/classic/evaluation.h"

#include <array>
#include <cstddef>
#include <span>

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

// The value of an edge together with the two X-squares beside its corners, from a table of all
// 59,049 configurations (18.12). The table is computed at its first use; any thread may read it.

enum class EdgeDisc { none, player, opponent };

/// The value of a disc by its stability.
struct EdgeWeights {
    int stable;
    int semi_stable;
    int unstable;
};

/// The weights of the corner (always stable), the C-, the A- and the B-square: table 4.2 of
/// Rosenbloom (1982), which Norvig uses, too.
inline constexpr std::array<EdgeWeights, 4> edge_weights = {
    {{700, 0, 0}, {1200, 200, -25}, {1000, 200, 75}, {1000, 200, 50}}};

/// The squares along the edge: X, corner, C, A, B, B, A, C, corner, X.
using WideEdge = std::array<EdgeDisc, 10>;

/// The value for the player, who is to move.
[[nodiscard]] int norvig_edge_value(const WideEdge& edge);

/// The value without any lookahead: the sum over the discs, by square and stability.
[[nodiscard]] int norvig_static_edge_value(const WideEdge& edge);

/// The probability that the player can move to an empty square of the edge.
[[nodiscard]] double norvig_edge_move_probability(const WideEdge& edge, std::size_t square);

/// Something that a player may do on an edge.
struct EdgeOption {
    double probability; ///< that it is possible
    int value;          ///< for the player
};

/// The expected value if the player takes the best option that turns out to be possible. Sorts
/// `options`, best first.
[[nodiscard]] int expected_edge_value(std::span<EdgeOption> options);

/// The sum of the four edges' values for the player, who is to move.
[[nodiscard]] int norvig_edge_stability(const Board& board);

} // namespace emilia::classic
