#pragma once

// The value of an edge together with the two X-squares beside its corners, from a table of all
// 59,049 configurations (Norvig 1992, section 18.12). The table is computed at its first use; any
// thread may read it.

#include "engine/board/board.h"

#include <array>
#include <cstddef>
#include <span>

namespace emilia::classic {

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
