#pragma once

// Multi-ProbCut: at every depth of the midgame search a shallower search may cut a node off whose
// value will hardly come back into the window (Buro, "Experiments with Multi-ProbCut and a new
// high-quality evaluation function for Othello", 1997). Only at zero-window nodes.

#include "engine/search/confidence.h"
#include "engine/search/units.h"

namespace emilia {

/// With less depth a node is searched sooner than it is judged.
inline constexpr Depth least_probcut_depth = 3;

/// Plies of the search that judges one of `depth` plies: about half, and of the same parity, since
/// an evaluation after an odd number of plies leans the other way.
[[nodiscard]] constexpr Depth probcut_probe_depth(Depth depth) noexcept {
    return 2 * (depth / 4) + depth % 2;
}

/// How far beyond the window the judging search must be, in hundredths of a disc; for
/// least_probcut_depth plies and more, and not for a search that is to be certain.
[[nodiscard]] int probcut_margin(Depth depth, int empties, Confidence confidence) noexcept;

} // namespace emilia
