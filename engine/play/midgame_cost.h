#pragma once

#include "engine/search/units.h"

#include <algorithm>
#include <cmath>

namespace emilia {

/// How deep the midgame search gets in an opening with so many nodes: on the average of 30
/// positions with 44 empties, depth 14 takes 100,000 and every further ply 1.4 times as many, up to
/// depth 22. Much beyond that it is not measured, and not said.
[[nodiscard]] inline Depth affordable_depth(double nodes) noexcept {
    constexpr double at_depth_14 = 1e5;
    constexpr double growth = 1.4;
    constexpr Depth deepest = 26;
    const double depth = 14 + std::log(std::max(nodes, 1.0) / at_depth_14) / std::log(growth);
    return std::min(deepest, static_cast<Depth>(depth));
}

} // namespace emilia
