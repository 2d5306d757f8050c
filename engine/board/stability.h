#pragma once

// Stable discs can never be flipped again. Three rules find a subset of them, so that their number
// is a safe lower bound: discs on an edge that no further moves on that edge can flip; discs whose
// four lines are full; and discs that in each of the four lines are at the side of the board, on a
// full line, or next to a stable disc of their own colour. Rosenbloom (1982, section 4.4) uses the
// same idea for Iago's internal stability.

#include "engine/board/board.h"

namespace emilia {

/// The player's discs that are proved stable. Pass `board.passed()` for the opponent's.
[[nodiscard]] Bitboard stable_discs(const Board& board) noexcept;

/// The same for the four edges only, which is much cheaper.
[[nodiscard]] Bitboard stable_edge_discs(const Board& board) noexcept;

} // namespace emilia
