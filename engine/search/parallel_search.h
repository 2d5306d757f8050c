#pragma once

// Searches a position with one or more threads, which share the tree (team.h) and the transposition
// table. A search with one thread and without a time limit always takes the same nodes.

#include "engine/base/thread_pool.h"
#include "engine/eval/weights.h"
#include "engine/search/search_limits.h"
#include "engine/search/transposition_table.h"

namespace emilia {

/// Unless the game is over, the result has a legal move, however soon the search is stopped. No
/// other search may use the pool at the same time.
[[nodiscard]] SearchResult parallel_search(TranspositionTable& table, const Weights& weights,
                                           ThreadPool& threads, const Board& board,
                                           const SearchLimits& limits,
                                           const SearchProgress& progress);

} // namespace emilia
