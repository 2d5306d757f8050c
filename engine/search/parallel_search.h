#pragma once

// Searches a position with one or more threads, which share the tree (see team.h) and the
// transposition table. With one thread and without a time limit a search is reproducible to the
// node.

#include "engine/board/board.h"
#include "engine/search/search_limits.h"
#include "engine/search/search_result.h"
#include "engine/search/transposition_table.h"

#include <functional>

namespace emilia {

/// Called after each finished iteration, in the thread that began the search.
using SearchProgress = std::function<void(const SearchResult&)>;

/// Always gives a legal move unless the game is over, however soon it is stopped.
[[nodiscard]] SearchResult parallel_search(TranspositionTable& table, int threads,
                                           const Board& board, const SearchLimits& limits,
                                           const SearchProgress& progress);

} // namespace emilia
