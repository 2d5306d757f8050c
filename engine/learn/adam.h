#pragma once

// Four numbers that are computed at once, and a step of Adam on four weights (D. Kingma, J. Ba,
// "Adam: a method for stochastic optimization", 2015), with the decay of the weights apart from the
// gradient (I. Loshchilov, F. Hutter, "Decoupled weight decay regularization", 2019). All targets
// have registers for four, so the results are the same on all of them, to the last bit.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace emilia {

inline constexpr std::size_t float_lanes = 4;
using FloatLanes [[gnu::vector_size(float_lanes * sizeof(float))]] = float;

[[nodiscard, gnu::always_inline]] inline FloatLanes load(const float* from) noexcept {
    FloatLanes lanes;
    std::memcpy(&lanes, from, sizeof lanes);
    return lanes;
}

[[gnu::always_inline]] inline void store(float* to, FloatLanes lanes) noexcept {
    std::memcpy(to, &lanes, sizeof lanes);
}

[[nodiscard, gnu::always_inline]] inline FloatLanes spread(float value) noexcept {
    return FloatLanes{value, value, value, value};
}

[[nodiscard, gnu::always_inline]] inline float sum_of(FloatLanes lanes) noexcept {
    return (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]);
}

[[nodiscard, gnu::always_inline]] inline FloatLanes square_roots(FloatLanes lanes) noexcept {
    return FloatLanes{std::sqrt(lanes[0]), std::sqrt(lanes[1]), std::sqrt(lanes[2]),
                      std::sqrt(lanes[3])};
}

/// Each number, but not less than `least` and not more than `most`.
[[nodiscard, gnu::always_inline]] inline FloatLanes clipped(FloatLanes lanes, float least,
                                                            float most) noexcept {
    const FloatLanes low = spread(least);
    const FloatLanes high = spread(most);
    lanes = lanes > low ? lanes : low;
    return lanes < high ? lanes : high;
}

/// Each of `lanes` whose partner in `values` lies between the bounds, 0 for the others.
[[nodiscard, gnu::always_inline]] inline FloatLanes
where_inside(FloatLanes lanes, FloatLanes values, float least, float most) noexcept {
    const FloatLanes none{};
    lanes = values > spread(least) ? lanes : none;
    return values < spread(most) ? lanes : none;
}

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
