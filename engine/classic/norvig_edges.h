#pragma once

// What an edge is worth, by a table of its 59,049 configurations: the eight squares of the edge
// and the two X-squares beside its corners (Norvig 1992, section 18.12).

#include "engine/board/board.h"

#include <array>
#include <cstddef>
#include <span>

namespace emilia::classic {

enum class EdgeDisc { none, player, opponent };

/// X, corner, C, A, B, B, A, C, corner, X, as they lie along the edge.
using WideEdge = std::array<EdgeDisc, 10>;

/// For the player, who is to move.
[[nodiscard]] int norvig_edge_value(const WideEdge& edge);

/// The same before any look ahead: each disc by its square and its stability.
[[nodiscard]] int norvig_static_edge_value(const WideEdge& edge);

/// The chance that the player can move to an empty square of the edge.
[[nodiscard]] double norvig_edge_move_probability(const WideEdge& edge, std::size_t square);

/// What a player may do about an edge, and what it is worth to him.
struct EdgeOption {
    double probability; ///< that he can
    int value;
};

/// The expected value where the player takes the best option that he has. Sorts them, best first.
[[nodiscard]] int expected_edge_value(std::span<EdgeOption> options);

/// The sum over the four edges, for the player, who is to move.
[[nodiscard]] int norvig_edge_stability(const Board& board);

} // namespace emilia::classic
