#pragma once

// What searches usually cost, in nodes: by these figures the engine judges which search it can
// afford. The costs of searches to the end are medians over positions of WTHOR's games of
// 2023–2025, 20 to 30 each with 20, 22 … 30 empties. They count the searches before, too. Those of
// the win/loss/draw solver come from an earlier search; today's takes 0.4 to 0.8 of them, but with
// its own figures the engine wins no more games (search/EXPERIMENTS.md).

#include "engine/base/constants.h"
#include "engine/search/search_terms.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace emilia {

/// Nodes for the first selective search to the end. One position in ten needs three times as many.
[[nodiscard]] inline double probable_nodes(int empties) noexcept {
    return constants::first_end_nodes / 100.0 * 0.23e6 * std::pow(1.4, empties - 24);
}

/// Nodes for the win/loss/draw solver. One position in ten needs eight times as many.
[[nodiscard]] inline double wld_nodes(int empties) noexcept {
    return 2.2e6 * std::pow(2.0, empties - 24);
}

/// Nodes for the exact solver. One position in ten needs three times as many.
[[nodiscard]] inline double exact_nodes(int empties) noexcept {
    return 1.6e6 * std::pow(2.1, empties - 20);
}

/// The most empty squares, but at least 14, with which the exact solver usually takes no more than
/// `nodes`.
[[nodiscard]] inline int solvable_empties(double nodes) noexcept {
    constexpr int least = 14;
    int empties = least;
    while (empties < 60 && exact_nodes(empties + 1) <= nodes) ++empties;
    return empties;
}

/// Nodes until this search to the end is done; none for searches that are not measured.
[[nodiscard]] inline std::optional<double> end_nodes(const Iteration& iteration) noexcept {
    const int empties = iteration.depth;
    const bool certain = iteration.confidence == Confidence::certain;
    if (iteration.method == SearchMethod::wld)
        return certain ? std::optional(wld_nodes(empties)) : std::nullopt;
    if (iteration.method != SearchMethod::exact) return std::nullopt;
    const auto times_probable = [&](double with_24, double growth) {
        return probable_nodes(empties) * with_24 * std::pow(growth, empties - 24);
    };
    switch (iteration.confidence) {
    case Confidence::low: return probable_nodes(empties);
    case Confidence::fair: return times_probable(2.4, 1.09);
    case Confidence::high: return times_probable(6, 1.13);
    case Confidence::very_high: return times_probable(14, 1.2);
    case Confidence::certain: break;
    }
    return exact_nodes(empties);
}

/// The depth that the midgame search reaches in an opening with `nodes` nodes. On average over 20
/// positions with 44 empties depth 14 takes 40,000 nodes, and each further ply up to depth 22
/// takes 1.375 times as many. Beyond that nothing was measured; the result is at most 26.
[[nodiscard]] inline Depth affordable_depth(double nodes) noexcept {
    constexpr double at_depth_14 = 4e4;
    constexpr double growth = 1.375;
    constexpr Depth deepest = 26;
    const double depth =
        14 + std::log(std::clamp(nodes, 1.0, 1e18) / at_depth_14) / std::log(growth);
    return std::min(deepest, static_cast<Depth>(depth));
}

} // namespace emilia
