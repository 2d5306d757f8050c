#pragma once

#include <cmath>

namespace emilia {

// Estimates of the nodes that a search to the end takes: the median over positions of WTHOR games
// of 2023–2025, fitted to 100 positions with 16 empties, down to 10 positions with 30.

/// Nodes for the first selective search. One position in ten needs three times as many.
[[nodiscard]] inline double probable_nodes(int empties) noexcept {
    return 2.7e6 * std::pow(1.78, empties - 24);
}

/// Nodes for the win/loss/draw solver. One position in ten needs ten times as many.
[[nodiscard]] inline double wld_nodes(int empties) noexcept {
    return 2.5e6 * std::pow(2.4, empties - 24);
}

/// Nodes for the exact solver. One position in ten needs four times as many.
[[nodiscard]] inline double exact_nodes(int empties) noexcept {
    return 2.9e6 * std::pow(2.1, empties - 20);
}

} // namespace emilia
