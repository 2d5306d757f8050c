#pragma once

// The solver for the last empty squares, where probing the big table or searching for an order
// costs more than it saves. It orders moves by mobility, and nearer to the end by parity alone:
// moves in regions with an odd number of empty squares come first, because there the player to move
// can get the last move. The last four plies have a function each.
//
// Scores are final disc differences for the player to move; empty squares count for the winner.

#include "engine/board/board.h"
#include "engine/search/search_thread.h"

namespace emilia {

/// Up to this number of empties `solve_leaf` is faster than the search with the big table.
inline constexpr int leaf_empties = 9;

/// Searches to the end of the game with the zero window above `alpha`. The result is a fail-soft
/// bound: a lower bound if it is above `alpha`, otherwise an upper bound. `board` has at most
/// `leaf_empties` empties. The search is too short to be interrupted. It counts `board` as a node.
[[nodiscard]] int solve_leaf(SearchThread& thread, const Board& board, int alpha) noexcept;

} // namespace emilia
