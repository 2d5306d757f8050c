#pragma once

// The phases of the game. Weights are stored for a few numbers of empty squares, the knots, and are
// interpolated linearly between two knots, so that one phase changes smoothly into the next.

#include <algorithm>
#include <array>
#include <cstddef>

namespace emilia {

inline constexpr std::array knots = {6, 9, 12, 15, 18, 21, 24, 27, 30, 34, 38, 43, 48, 54};

/// The two knots around a number of empties, and its position between them.
struct PhaseBlend {
    std::size_t first;
    std::size_t second;
    int parts; ///< distance from the first knot; `parts_in_all` is that of the second
    int parts_in_all;
};

/// `empties` is 0 to 64. Outside the outermost knots the nearest one applies.
[[nodiscard]] constexpr PhaseBlend phase_blend(int empties) noexcept {
    const int inside = std::clamp(empties, knots.front(), knots.back());
    std::size_t second = 1;
    while (knots[second] < inside) ++second;
    return {second - 1, second, inside - knots[second - 1], knots[second] - knots[second - 1]};
}

} // namespace emilia
