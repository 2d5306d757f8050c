#pragma once

// ProbCut: a node is cut off when a search that is much shallower gives a value so far outside the
// window that the deep search would probably not come back into it. The midgame search does this
// at every depth (Multi-ProbCut: Buro, "Experiments with Multi-ProbCut and a new high-quality
// evaluation function for Othello", 1997), the solvers in their selective searches (Buro,
// "ProbCut: an effective selective extension of the α–β algorithm", ICCA Journal 18, 1995). Only
// nodes with a zero window are cut off.
//
// The evaluation has to be that far outside the window, too, before a shallow search is made. It is
// the midgame search in both cases. Searches and cut-offs thus call each other, in a circle that
// ends because every call searches a smaller depth.

#include "engine/base/constants.h"
#include "engine/eval/pattern_board.h"
#include "engine/eval/score.h"
#include "engine/search/search_terms.h"
#include "engine/search/search_thread.h"

#include <optional>

namespace emilia {

/// The standard deviation of the difference between a search of `deep` plies and one of `shallow`
/// plies, in discs, for positions with `empties` empty squares:
/// base + scale · √(deep − shallow) · decay^shallow
struct ProbcutPhase {
    int empties;
    double base;
    double scale;
    double decay;
};

[[nodiscard]] constexpr double deviation(const ProbcutPhase& phase, Depth shallow,
                                         Depth deep) noexcept {
    const auto square_root = [](double number) { // std::sqrt is not constexpr
        double root = number > 1 ? number : 1;
        for (int i = 0; i < 20; ++i) root = (root + number / root) / 2;
        return root;
    };
    double result = phase.scale * square_root(deep - shallow);
    for (Depth ply = 0; ply < shallow; ++ply) result *= phase.decay;
    return phase.base + result;
}

/// Below this depth searching a node is cheaper than judging it by a shallower search.
inline constexpr Depth least_probcut_depth = 2;

/// Depth of the shallow search for a node of `depth` plies: about half, and of the same parity,
/// because an evaluation after an odd number of plies favours the other side.
[[nodiscard]] EMILIA_TABLE_FUNCTION Depth probcut_probe_depth(Depth depth) noexcept {
    return 2 * (depth * constants::probe_depth / 200) + depth % 2;
}

/// How far the evaluation and the shallow search must be outside the window to cut off, in
/// hundredths of a disc. Defined from `least_probcut_depth` on, and not for `Confidence::certain`.
/// With more than 60 empties, which no game has, the margin is that of 60.
[[nodiscard]] int probcut_margin(Depth depth, int empties, Confidence confidence) noexcept;

/// Whether a midgame search of `depth` plies would probably give more than `alpha`; none if the
/// evaluation or the shallow search is too close to `alpha`. After an interruption the answer means
/// nothing.
[[nodiscard]] std::optional<bool> probably_above(SearchThread& thread, const PatternBoard& position,
                                                 Score alpha, Depth depth,
                                                 Confidence confidence) noexcept;

/// Whether the exact score of `board` is probably above `alpha` discs; none if the evaluation or
/// the shallow search is too close to that, or if so few squares are empty that solving is cheaper.
/// After an interruption the answer means nothing.
[[nodiscard]] std::optional<bool> end_probably_above(SearchThread& thread, const Board& board,
                                                     int alpha, int empties,
                                                     Confidence confidence) noexcept;

} // namespace emilia
