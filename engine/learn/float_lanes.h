#pragma once

// Four numbers that are computed at once. All targets have registers for four, so the results are
// the same on all of them, to the last bit.

#include <cmath>
#include <cstddef>
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

} // namespace emilia
