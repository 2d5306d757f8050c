#pragma once

#include <cmath>

namespace emilia {

/// Nodes that the exact solver needs for a usual position; a hard one takes five times as many.
/// Fitted by eye to positions of the WTHOR games with 16 to 22 empties.
[[nodiscard]] inline double exact_nodes(int empties) noexcept {
    return 3e6 * std::pow(1.75, empties - 20);
}

/// The same for the win/loss/draw solver.
[[nodiscard]] inline double wld_nodes(int empties) noexcept {
    return 0.4 * exact_nodes(empties);
}

} // namespace emilia
