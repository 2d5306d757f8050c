#pragma once

// Stable discs: discs that can never be flipped again. What is found is a subset of the truly
// stable ones (a safe lower bound), by three rules: discs on an edge that no further play along
// that edge can flip; discs whose four lines are full; discs that in each of the four lines are
// on the side of the board, on a full line, or next to a stable disc of their own colour.
// Rosenbloom (1982), section 4.4 uses the same notion for Iago's internal stability.

#include "engine/board/board.h"

namespace emilia {

/// Discs of `board.player` that are proved stable. Swap the board for the opponent's.
[[nodiscard]] Bitboard stable_discs(const Board& board) noexcept;

/// The same, along the four edges only; much cheaper.
[[nodiscard]] Bitboard stable_edge_discs(const Board& board) noexcept;

} // namespace emilia
