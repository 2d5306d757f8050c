#pragma once

// The last few empty squares, where a look into the big table or a search for the best order would
// cost more than it saves: moves are tried by mobility, nearer to the end by parity alone (squares
// of odd regions first, so that the mover gets the last move of a region), and the last four plies
// are written out.
//
// Scores here are final disc differences for the player to move, empty squares for the winner.

#include "engine/board/board.h"
#include "engine/search/search_thread.h"

namespace emilia {

/// Up to this many empties `solve_leaf` is the better solver.
inline constexpr int leaf_empties = 9;

/// Zero-window search to the end of the game: whether the score is above `alpha`. The result is
/// a bound on the score (fail-soft): above `alpha` a lower one, else an upper one. Takes boards
/// of any number of empties up to `leaf_empties`; too short to be interrupted. The node of
/// `board` itself is counted.
[[nodiscard]] int solve_leaf(SearchThread& thread, const Board& board, int alpha) noexcept;

} // namespace emilia
