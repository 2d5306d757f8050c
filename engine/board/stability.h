#pragma once

// Stable discs can never be flipped again. Three rules find a subset of them, so that their number
// is a safe lower bound: discs on an edge that no further moves on that edge can flip; discs whose
// four lines are full; and discs that in each of the four lines are at the side of the board, on a
// full line, or next to a stable disc of their own colour. Rosenbloom (1982, section 4.4) uses the
// same idea for Iago's internal stability.

#include "engine/board/board.h"

#include <optional>

namespace emilia {

/// The player's discs that are proved stable. Pass `board.passed()` for the opponent's.
[[nodiscard]] Bitboard stable_discs(const Board& board) noexcept;

/// The same for the four edges only, which is much cheaper.
[[nodiscard]] Bitboard stable_edge_discs(const Board& board) noexcept;

/// An upper bound on the exact score, from the opponent's stable discs. Where these can't bring
/// the score down to `alpha`, returns 64 without counting them.
[[nodiscard]] int upper_bound_by_stability(const Board& board, int alpha, int empties) noexcept;

/// Whether the exact score is at least `minimum`, if the stable discs of either side alone decide
/// it.
[[nodiscard]] std::optional<bool> decided_by_stability(const Board& board, int minimum) noexcept;

} // namespace emilia
