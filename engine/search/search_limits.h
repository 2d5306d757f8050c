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

/// The scores that are of interest. A result at or below `alpha` says no more than that the value
/// is not above `alpha`, one at or above `beta` no more than that it is not below `beta`.
struct Window {
    Score alpha = min_score;
    Score beta = max_score; ///< above `alpha`
};

/// What a search may use and how far it is to go; the first limit reached ends it. By default it
/// deepens to the end of the game.
struct SearchLimits {
    Depth depth = 60; ///< of the last iteration; one that reaches the end of the game is exact
    Confidence confidence = Confidence::low; ///< of the midgame search
    int probable_at = 0; ///< with so many empties or fewer the midgame search goes on to the end of
                         ///< the game, and takes a part on trust
    int wld_at = 0;      ///< the same, then the win/loss/draw solver takes over
    int exact_at = 0;    ///< the same, then the exact solver, after the other where both do
    Confidence end_confidence = Confidence::certain; ///< at which the exact solver is content
    int lines = 1;            ///< the number of best moves that get a true score
    Window window = {};       ///< not for the win/loss/draw solver
    Bitboard excluded = 0;    ///< moves that are not considered; at least one legal move is
    bool zero_windows = true; ///< false: the midgame search gives every move the whole window, to
                              ///< measure what zero windows save

    std::optional<Clock::time_point> deadline; ///< interrupts the search
    std::optional<Nodes> nodes;
    const std::atomic<bool>* stop = nullptr; ///< interrupts the search when it becomes true
    /// Asked after each iteration with what it found; true ends the search.
    std::function<bool(const SearchResult&)> enough{};
};

} // namespace emilia
