#pragma once

// Searches a position with one or more threads over a common transposition table. The helper
// threads run the same iterations with moves in a varied order and share what they find through
// the table; the first thread's result counts. With one thread and without a time limit a search
// is reproducible to the node.

#include "engine/board/board.h"
#include "engine/search/search_limits.h"
#include "engine/search/search_result.h"
#include "engine/search/transposition_table.h"

#include <cstddef>
#include <functional>

namespace emilia {

class Searcher {
public:
    /// Throws std::bad_alloc where there is no memory for the table.
    Searcher(int threads, std::size_t hash_megabytes) : threads_(threads), table_(hash_megabytes) {}

    /// Called after each finished iteration, in the thread that called `search`.
    using Progress = std::function<void(const SearchResult&)>;

    /// Always returns a legal move unless the game is over, however soon it is stopped.
    [[nodiscard]] SearchResult search(const Board& board, const SearchLimits& limits,
                                      const Progress& progress = {});

    /// Forgets all earlier searches. Not while one runs.
    void forget() { table_.clear(); }

    [[nodiscard]] int threads() const noexcept { return threads_; }

private:
    int threads_;
    TranspositionTable table_;
};

} // namespace emilia
