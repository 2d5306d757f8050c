#pragma once

// The fit of the evaluation: linear least squares over all phases at once, solved by conjugate
// gradients (Hestenes and Stiefel 1952) with the diagonal as preconditioner. Weights that are
// rarely or never seen stay near zero (ridge), and near what they are in the phases beside.

#include "engine/eval/tied_weights.h"
#include "engine/learn/training_set.h"

#include <functional>
#include <vector>

namespace emilia {

struct FitSettings {
    int passes = 100;       ///< over the data, at most
    float ridge = 5;        ///< pulls weights towards zero like so many examples that say zero
    float smoothness = 150; ///< pulls a phase's weights towards those of its neighbours, likewise
    int threads = 1;
};

/// What is fitted, in discs: for each knot (phases.h) the tied weights, then a constant for each
/// number of empties, then the corrections of the mistake groups.
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

/// Errors in discs over a set of examples.
struct FitErrors {
    double mean_absolute = 0;
    double root_mean_square = 0;
};

struct FitPass {
    int number;
    FitErrors validation;
};

/// Fits to `training` and keeps the parameters that err least on `validation` (which may be empty:
/// then the last ones). `progress` is told of each pass and says whether to go on.
[[nodiscard]] Parameters fit(const TrainingSet& training, const TrainingSet& validation,
                             const FitSettings& settings,
                             const std::function<bool(const FitPass&)>& progress);

} // namespace emilia
