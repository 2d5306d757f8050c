#pragma once

// Iago's edge stability: the value of all edges with the corners and X-squares between them
// (Rosenbloom 1982, section 4.4.1.1).
//
// Each corner contributes the values of its two edges: the player to move plays on the edge that
// gains more, then the opponent plays on the other one. If the corner is empty and the X-square
// beside it is occupied, the owner of the X-square may lose the corner. Its value is then the
// expected one with the probability of that loss, if this is worse for the owner.
//
// The article leaves two points open. Here the owner of the X-square has the move after the corner
// is lost, and the factor of footnote 17 is 2, so the change counts twice. Footnote 15 treats a
// corner that the player to move can take at once through the X-square; Iago omitted this test by
// mistake, here it is made as the text describes it.

#include "engine/board/board.h"

namespace emilia::classic {

/// The sum over the four corners in points of the edge table, for the player, who is to move. Each
/// edge counts at both of its corners.
[[nodiscard]] int edge_points(const Board& board) noexcept;

} // namespace emilia::classic
