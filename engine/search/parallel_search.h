#pragma once

// Searches a position with one or more threads, which share the tree (team.h) and the transposition
// table. A search with one thread and without a time limit always takes the same nodes.

#include "engine/board/board.h"
#include "engine/search/search_limits.h"
#include "engine/search/search_result.h"
#include "engine/search/transposition_table.h"

#include <functional>

namespace emilia {

/// Functions that receive the result so far while a search runs, in the thread that started it.
struct SearchProgress {
    std::function<void(const SearchResult&)> iteration{}; ///< after each iteration
    std::function<void(const SearchResult&)> pulse{};     ///< about four times a second in between
};

/// Unless the game is over, the result has a legal move, however soon the search is stopped.
[[nodiscard]] SearchResult parallel_search(TranspositionTable& table, const Weights& weights,
                                           int threads, const Board& board,
                                           const SearchLimits& limits,
                                           const SearchProgress& progress);

} // namespace emilia
