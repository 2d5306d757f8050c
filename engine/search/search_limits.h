#pragma once

// What a caller may ask of a search, and how a running search reports.

#include "engine/board/board.h"
#include "engine/search/search_result.h"
#include "engine/search/search_terms.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>

namespace emilia {

using Clock = std::chrono::steady_clock;

/// How far a search goes and what it may use; the first limit reached ends it. By default it
/// deepens to the end of the game.
struct SearchLimits {
    Depth depth = 60; ///< of the last iteration; one that reaches the end of the
                      ///< game is exact
    Confidence confidence = Confidence::low; ///< of the midgame search
    int probable_at = 0; ///< with this many empties or fewer, a selective search
                         ///< to the end follows the midgame search
    int wld_at = 0;      ///< the same for the win/loss/draw solver
    int exact_at = 0;    ///< the same for the exact solver, which comes last
    Confidence end_confidence = Confidence::certain; ///< at which the exact solver stops
    /// The number of best moves that get a value of their own; chess engines call this MultiPV
    /// (UCI: `multipv`). At most all legal moves count.
    int lines = 1;
    Window window = {};    ///< not used by the win/loss/draw solver
    Bitboard excluded = 0; ///< moves that are left out; at least one legal move must remain
    /// A bonus for the move to `child` where moves are compared: the best has the highest sum of
    /// score and bonus. Its value is the score alone. Only for one line and the whole window; not
    /// used by the win/loss/draw solver. Several threads may ask for it at once.
    std::function<Score(const Board& child)> bonus{};

    std::optional<Clock::time_point> deadline; ///< interrupts the search
    std::optional<Nodes> nodes;                ///< interrupts the search after this number
    const std::atomic<bool>* stop = nullptr;   ///< interrupts the search when it becomes true
    /// Called after each iteration but the last one, with its result, itself and the next one; if
    /// it returns true, the search ends.
    std::function<bool(const SearchResult&, const Iteration& last, const Iteration& next)> enough{};
};

/// Functions that receive the result so far while a search runs, in the thread that started it.
struct SearchProgress {
    std::function<void(const SearchResult&)> iteration{}; ///< after each iteration
    std::function<void(const SearchResult&)> pulse{};     ///< about four times a second in between
};

} // namespace emilia
