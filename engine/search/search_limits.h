#pragma once

#include "engine/board/bitboard.h"
#include "engine/search/confidence.h"
#include "engine/search/search_result.h"
#include "engine/search/search_thread.h"
#include "engine/search/units.h"

#include <atomic>
#include <functional>
#include <optional>

namespace emilia {

/// The scores that matter to the caller. A result of at most `alpha` is only an upper bound, one
/// of at least `beta` only a lower bound.
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
    /// Called with the result of each iteration; if it returns true, the search ends.
    std::function<bool(const SearchResult&)> enough{};
};

} // namespace emilia
