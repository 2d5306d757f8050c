#pragma once

// The stable discs that Iago knows, found outwards from the corners: a disc that on each of its
// four lines is beside a stable disc of its own colour or the side of the board (Rosenbloom 1982,
// section 4.4.1.2).

#include "engine/board/board.h"

namespace emilia::classic {

/// The player's, edge squares included.
[[nodiscard]] Bitboard anchored_discs(const Board& board) noexcept;

/// The difference between the players' on the 36 squares that are on no edge.
[[nodiscard]] int internal_stability(const Board& board) noexcept;

} // namespace emilia::classic
