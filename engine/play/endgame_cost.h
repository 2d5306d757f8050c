#pragma once

#include <cmath>

namespace emilia {

/// Nodes that the exact solver needs for a usual position, the median over some 40 positions of
/// WTHOR's games of 2012 each at 14, 16, 18 and 20 empties. One in ten takes five times as many.
[[nodiscard]] inline double exact_nodes(int empties) noexcept {
    return 4.6e6 * std::pow(2.1, empties - 20);
}

/// The same for the win/loss/draw solver; here one in ten takes ten times as many.
[[nodiscard]] inline double wld_nodes(int empties) noexcept {
    return 0.05 * exact_nodes(empties);
}

} // namespace emilia
