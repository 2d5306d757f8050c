#pragma once

// The phases of the game. Weights are given at some numbers of empty squares, the knots; between
// two knots they lie on a straight line, so that one phase goes over smoothly into the next.

#include <algorithm>
#include <array>
#include <cstddef>

namespace emilia {

inline constexpr std::array knots = {6, 9, 12, 15, 18, 21, 24, 27, 30, 34, 38, 43, 48, 54};

/// The two knots around a number of empties and how far it is from the first to the second.
struct PhaseBlend {
    std::size_t first;
    std::size_t second;
    int parts; ///< towards the second, of `parts_in_all`
    int parts_in_all;
};

/// 0 to 64 empties; beyond the outer knots the nearest counts.
[[nodiscard]] constexpr PhaseBlend phase_blend(int empties) noexcept {
    const int inside = std::clamp(empties, knots.front(), knots.back());
    std::size_t second = 1;
    while (knots[second] < inside) ++second;
    return {second - 1, second, inside - knots[second - 1], knots[second] - knots[second - 1]};
}

} // namespace emilia
