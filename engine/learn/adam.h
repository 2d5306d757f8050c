#pragma once

// A step of Adam (D. Kingma, J. Ba, "Adam: a method for stochastic optimization", 2015), with the
// decay of the weights apart from the gradient (I. Loshchilov, F. Hutter, "Decoupled weight decay
// regularization", 2019).

#include "engine/learn/float_lanes.h"

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace emilia {

class AdamStep {
public:
    /// Steps are counted from 1. In each step a weight loses the share `rate` × `decay` of itself.
    AdamStep(std::uint64_t step, float rate, float decay) noexcept
        : rate_(rate),
          decay_(decay),
          first_correction_(static_cast<float>(1 / (1 - power(first_share, step)))),
          second_correction_(static_cast<float>(1 / (1 - power(second_share, step)))) {}

    /// Changes four weights and their moments.
    [[gnu::always_inline]] void apply(FloatLanes gradient, float* weights, float* first,
                                      float* second) const noexcept {
        const FloatLanes mean =
            spread(first_share) * load(first) + spread(1 - first_share) * gradient;
        const FloatLanes square =
            spread(second_share) * load(second) + spread(1 - second_share) * (gradient * gradient);
        store(first, mean);
        store(second, square);
        const FloatLanes deviation =
            square_roots(square * spread(second_correction_)) + spread(1e-8F);
        const FloatLanes old = load(weights);
        const FloatLanes change =
            mean * spread(first_correction_) / deviation + spread(decay_) * old;
        store(weights, old - spread(rate_) * change);
    }

private:
    static constexpr float first_share = 0.9F;
    static constexpr float second_share = 0.999F;

    [[nodiscard]] static double power(float base, std::uint64_t exponent) noexcept {
        return std::pow(static_cast<double>(base), static_cast<double>(exponent));
    }

    float rate_;
    float decay_;
    float first_correction_;
    float second_correction_;
};

} // namespace emilia
