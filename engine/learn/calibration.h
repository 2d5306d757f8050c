#pragma once

// How far shallow searches are from deeper ones, for the margins of Multi-ProbCut.
//
// Each position is searched full-width to every depth. For each phase (a band of empty squares)
// and each depth at which a search judges by a shallower one (probcut.h), the deeper value
// is regressed on the shallower one (Buro, "ProbCut: an effective selective extension of the α–β
// algorithm", 1995, section 3), and the standard deviations of all pairs are fitted by a curve, so
// that depths beyond the measured ones have a margin, too.

#include "engine/eval/weights.h"
#include "engine/isa/variant.h"
#include "engine/search/probcut.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace emilia {

struct CalibrationSettings {
    Depth depth = 12;                ///< of the deepest search
    std::size_t hash_megabytes = 32; ///< for each thread
    int threads = 1;
    const Variant* variant = &best_variant();
    const std::atomic<bool>* stop = nullptr; ///< ends it early when it becomes true
};

/// A position's values, in hundredths of a disc, by the depth of the search; [0] is the
/// evaluation. Those that would reach the end of the game are left out.
struct ValuesByDepth {
    int empties = 0;
    std::vector<std::int16_t> values;
};

/// Neither `threads` nor the order of the positions changes a position's values. `done` counts
/// them; a stop leaves some out. The players to move must have a move. Throws std::bad_alloc where
/// there is no memory for the tables.
[[nodiscard]] std::vector<ValuesByDepth> search_all_depths(std::span<const Board> positions,
                                                           const Weights& weights,
                                                           const CalibrationSettings& settings,
                                                           std::atomic<std::size_t>& done);

/// A deeper search's value regressed on a shallower one's, in discs:
/// deeper ≈ slope · shallower + intercept.
struct DepthPair {
    Depth shallow;
    Depth deep;
    std::size_t positions;
    double slope;
    double intercept;
    double deviation; ///< root mean square of deeper − shallower
};

struct PhasePairs {
    int empties; ///< in the middle of the band
    std::vector<DepthPair> pairs;
};

/// Bands of empty squares, first and last.
inline constexpr auto calibrated_bands = std::to_array<std::array<int, 2>>(
    {{12, 16}, {17, 21}, {22, 26}, {27, 31}, {32, 36}, {37, 41}, {42, 46}, {47, 53}});

/// All pairs with at least `least_calibrated_positions`; phases without any are left out.
[[nodiscard]] std::vector<PhasePairs> regress(std::span<const ValuesByDepth> positions);
inline constexpr std::size_t least_calibrated_positions = 30;

/// The curve that is closest to the pairs' deviations, in relative terms. `phases` must not be
/// empty.
[[nodiscard]] std::vector<ProbcutPhase> fit_curve(std::span<const PhasePairs> phases);

} // namespace emilia
