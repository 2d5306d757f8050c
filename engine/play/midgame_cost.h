#pragma once

#include "engine/search/units.h"

#include <algorithm>
#include <cmath>

namespace emilia {

/// Estimates the depth that the midgame search reaches with `nodes` in an opening. On average over
/// 30 positions with 44 empties, depth 14 takes 100,000 nodes and each further ply 1.4 times as
/// many. This was measured up to depth 22, so the estimate stops at 26.
[[nodiscard]] inline Depth affordable_depth(double nodes) noexcept {
    constexpr double at_depth_14 = 1e5;
    constexpr double growth = 1.4;
    constexpr Depth max_depth = 26;
    const double depth = 14 + std::log(std::max(nodes, 1.0) / at_depth_14) / std::log(growth);
    return std::min(max_depth, static_cast<Depth>(depth));
}

} // namespace emilia
