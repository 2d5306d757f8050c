#pragma once

// Searches a position with one or more threads, which share the tree (team.h) and the transposition
// table. A search with one thread and without a time limit always takes the same nodes.

#include "engine/board/board.h"
#include "engine/search/confidence.h"
#include "engine/search/root/iteration.h"
#include "engine/search/search_result.h"
#include "engine/search/search_thread.h"
#include "engine/search/transposition_table.h"

#include <atomic>
#include <functional>
#include <optional>

namespace emilia {

/// The scores that matter to the caller. A result of at most `alpha` says only that the score is
/// at most `alpha`, one of at least `beta` only that it is at least `beta`.
struct Window {
    Score alpha = min_score;
    Score beta = max_score; ///< above `alpha`
};

/// How far a search goes and what it may use; the first limit reached ends it. By default it
/// deepens to the end of the game.
struct SearchLimits {
    Depth depth = 60; ///< of the last iteration; one that reaches the end of the game is exact
    Confidence confidence = Confidence::low; ///< of the midgame search
    int probable_at = 0; ///< with this many empties or fewer, a selective search to the end follows
                         ///< the midgame search
    int wld_at = 0;      ///< the same for the win/loss/draw solver
    int exact_at = 0;    ///< the same for the exact solver, which comes last
    Confidence end_confidence = Confidence::certain; ///< at which the exact solver stops
    int lines = 1;         ///< the number of best moves that get an exact score
    Window window = {};    ///< not used by the win/loss/draw solver
    Bitboard excluded = 0; ///< moves that are left out; at least one legal move must remain

    std::optional<Clock::time_point> deadline; ///< interrupts the search
    std::optional<Nodes> nodes;                ///< interrupts the search after this number
    const std::atomic<bool>* stop = nullptr;   ///< interrupts the search when it becomes true
    /// The threads run on these, one for each thread, to tell how they would do on many processors.
    /// They are for one search only.
    VirtualProcessors* processors = nullptr;
    /// Called after each iteration but the last one, with its result, itself and the next one; if
    /// it returns true, the search ends.
    std::function<bool(const SearchResult&, const Iteration& last, const Iteration& next)> enough{};
};

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
