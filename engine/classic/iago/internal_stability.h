#pragma once

// The discs that Iago recognizes as stable, found from the corners outwards: on each of its four
// lines such a disc is next to a stable disc of its own colour or at the border of the board
// (Rosenbloom 1982, section 4.4.1.2).

#include "engine/board/board.h"

namespace emilia::classic {

/// The player's recognized stable discs, on the edges and inside.
[[nodiscard]] Bitboard anchored_discs(const Board& board) noexcept;

/// The player's minus the opponent's such discs on the 36 squares inside the edges.
[[nodiscard]] int internal_stability(const Board& board) noexcept;

} // namespace emilia::classic
