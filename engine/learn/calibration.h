#pragma once

// Measures how well shallow searches predict deeper ones, to fit the margins of Multi-ProbCut.
//
// Each position is searched full-width to every depth. For each phase (a band of empty squares)
// and each depth at which Multi-ProbCut uses a shallower search (probcut.h), the deeper value
// is regressed on the shallower one (M. Buro, "ProbCut: an effective selective extension of the α–β
// algorithm", 1995, section 3). A curve is fitted to the standard deviations of all pairs, so that
// depths beyond the measured ones have a margin, too.

#include "engine/eval/weights.h"
#include "engine/isa/instruction_set.h"
#include "engine/search/probcut.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace emilia {

/// Identifies weights: CRC-32 of all their numbers, which is the same however their file is
/// compressed. Margins carry that of the weights they were fitted to.
[[nodiscard]] std::uint32_t weights_checksum(const Weights& weights);

struct CalibrationSettings {
    Depth depth = 12;                ///< plies of the deepest search
    std::size_t hash_megabytes = 32; ///< for each thread
    int threads = 1;
    const InstructionSet* instruction_set = &best_instruction_set();
    const std::atomic<bool>* stop = nullptr; ///< ends the work early when it becomes true
};

/// A position's values in hundredths of a disc, indexed by the depth of the search; [0] is the
/// evaluation. Depths that would reach the end of the game are left out.
struct ValuesByDepth {
    int empties = 0;
    std::vector<std::int16_t> values;
};

/// Searches every position to each depth. The side to move must have a move in each of them. The
/// values depend neither on `threads` nor on the order of the positions. `done` counts finished
/// positions; a stop leaves the others out. Throws std::bad_alloc if there is not enough memory for
/// the tables.
[[nodiscard]] std::vector<ValuesByDepth> search_all_depths(std::span<const Board> positions,
                                                           const Weights& weights,
                                                           const CalibrationSettings& settings,
                                                           std::atomic<std::size_t>& done);

/// The regression of a deeper search's value on a shallower one's, in discs:
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
    int empties; ///< the middle of the band
    std::vector<DepthPair> pairs;
};

/// Bands of empty squares: first and last number.
inline constexpr auto calibrated_bands = std::to_array<std::array<int, 2>>(
    {{12, 16}, {17, 21}, {22, 26}, {27, 31}, {32, 36}, {37, 41}, {42, 46}, {47, 53}});

/// Regresses every pair of depths that has at least `least_calibrated_positions`. Phases without
/// such a pair are left out.
[[nodiscard]] std::vector<PhasePairs> regress(std::span<const ValuesByDepth> positions);
inline constexpr std::size_t least_calibrated_positions = 30;

/// Fits the curve to the pairs' deviations so that the relative errors are smallest. All phases get
/// the same decay, from 0.5 to 1. `phases` must not be empty.
[[nodiscard]] std::vector<ProbcutPhase> fit_curve(std::span<const PhasePairs> phases);

} // namespace emilia
