#pragma once

// Iago's edge stability: what the edges are worth together, with the corners and X-squares between
// them (Rosenbloom 1982, section 4.4.1.1).
//
// Each corner is worth its two edges: the player to move plays into the one that he likes better,
// the opponent then into the other one. Where the corner is empty but the X-square beside it is
// taken, the corner may be lost through it, with a probability: then the value is that expected
// one, if it is the worse one for the X-square's owner.
//
// Where the article is silent: behind the loss of the corner the X-square's owner has the move;
// and footnote 17's factor is 2, so that the change counts twice. Of footnote 15's case, the
// corner that the player to move can take at once through the X-square, Iago itself did not make
// sure; here it is as the text has it.

#include "engine/board/board.h"

namespace emilia::classic {

/// The sum over the four corners in points of the edge table, each edge counting at both of its
/// corners; for the player, who is to move.
[[nodiscard]] int edge_points(const Board& board) noexcept;

} // namespace emilia::classic
