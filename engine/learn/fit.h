#pragma once

// Fits the weights of the evaluation by linear least squares, for all phases at once. The solver is
// the method of conjugate gradients (Hestenes and Stiefel, 1952) with the diagonal as
// preconditioner. Two penalties keep weights that few examples contain reasonable: the ridge pulls
// them towards zero, and smoothness pulls them towards the same weights in the neighbouring phases.

#include "engine/eval/patterns.h"
#include "engine/eval/weights.h"
#include "engine/learn/measure.h"
#include "engine/learn/training_set.h"

#include <atomic>
#include <functional>
#include <vector>

namespace emilia {

struct FitSettings {
    int passes = 100;       ///< at most this many over the data
    float ridge = 5;        ///< pull towards zero, equal to this many examples with score 0
    float smoothness = 150; ///< pull towards the neighbouring phases, in the same unit
    int threads = 1;
    const std::atomic<bool>* stop = nullptr; ///< ends the fit early when it becomes true
};

/// The fitted parameters, in discs: the tied weights for each knot, then a constant for
/// each number of empties, then the corrections of the mistake groups.
class Parameters {
public:
    Parameters(std::size_t tied_count, std::size_t mistake_groups);

    [[nodiscard]] std::size_t weight(std::size_t knot, std::size_t tied) const noexcept {
        return knot * tied_count_ + tied;
    }
    [[nodiscard]] std::size_t constant(std::size_t empties) const noexcept;
    [[nodiscard]] std::size_t mistake(std::size_t group, std::size_t empties) const noexcept;
    [[nodiscard]] std::size_t tied_count() const noexcept { return tied_count_; }

    std::vector<float> values;

private:
    std::size_t tied_count_;
};

struct FitPass {
    int number;
    Errors validation;
};

/// Fits parameters to `training` and returns those of the pass with the smallest error on
/// `validation`, or those of the last pass if `validation` is empty. Calls `progress` after each
/// pass. A stop drops the pass that it interrupts; during the first pass it leaves zeros.
[[nodiscard]] Parameters fit(const TrainingSet& training, const TrainingSet& validation,
                             const FitSettings& settings,
                             const std::function<void(const FitPass&)>& progress);

/// Converts fitted parameters to weights of the evaluation: rounded to its unit and clamped to the
/// range of a weight. The corrections of the mistake groups are dropped, because they describe the
/// players of the games and not the positions.
[[nodiscard]] StoredWeights quantize(const Parameters& parameters);

} // namespace emilia
