#pragma once

#include <cmath>

namespace emilia {

/// Nodes that the exact solver needs for a usual position, the median over some 40 positions of
/// WTHOR's games of 2012 each at 14, 16, …, 22 empties. One in ten takes four times as many.
[[nodiscard]] inline double exact_nodes(int empties) noexcept {
    return 2.5e6 * std::pow(2.15, empties - 20);
}

/// The same for the win/loss/draw solver; here one in ten takes ten times as many.
[[nodiscard]] inline double wld_nodes(int empties) noexcept {
    return 0.07 * exact_nodes(empties);
}

} // namespace emilia
