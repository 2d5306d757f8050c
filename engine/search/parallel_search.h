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

/// What is told of a search while it runs, in the thread that began it: the result so far.
struct SearchProgress {
    std::function<void(const SearchResult&)> iteration{}; ///< after each finished one
    std::function<void(const SearchResult&)> pulse{};     ///< some four times a second in between
};

/// Always gives a legal move unless the game is over, however soon it is stopped.
[[nodiscard]] SearchResult parallel_search(TranspositionTable& table, const Weights& weights,
                                           int threads, const Board& board,
                                           const SearchLimits& limits,
                                           const SearchProgress& progress);

} // namespace emilia
