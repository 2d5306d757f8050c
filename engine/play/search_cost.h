#pragma once

// What searches usually cost, in nodes: by these figures the engine judges which search it can
// afford. The costs of searches to the end are medians over positions of WTHOR's games of
// 2023–2025, 100 of them with 16 empties down to 10 with 30.

#include "engine/search/units.h"

#include <algorithm>
#include <cmath>

namespace emilia {

/// Nodes for the first selective search to the end. One position in ten needs three times as many.
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

/// The depth that the midgame search reaches in an opening with `nodes` nodes. On average over 30
/// positions with 44 empties depth 14 takes 100,000 nodes, and each further ply up to depth 22
/// takes 1.4 times as many. Beyond that nothing was measured, so the result is at most 26.
[[nodiscard]] inline Depth affordable_depth(double nodes) noexcept {
    constexpr double at_depth_14 = 1e5;
    constexpr double growth = 1.4;
    constexpr Depth deepest = 26;
    const double depth =
        14 + std::log(std::clamp(nodes, 1.0, 1e18) / at_depth_14) / std::log(growth);
    return std::min(deepest, static_cast<Depth>(depth));
}

} // namespace emilia
