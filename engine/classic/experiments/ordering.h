#pragma once

// How many boards and evaluations, and how much time, each order of moves takes to search the
// positions of games (Norvig 1992, sections 18.9 and 18.11).

#include "engine/classic/strategy.h"

#include <cstdint>
#include <vector>

namespace emilia::classic {

struct OrderingSettings {
    int games = 100;
    int random_plies = 4; ///< that a game begins with: few, so that it is a usual one
    int plies = 6;
    int moves = 32; ///< from a game's first: the positions before these are searched
    std::uint64_t seed = 1;
};

/// Of all positions of a game together.
struct OrderingCost {
    SearchCounts counts;
    double seconds = 0;
};

/// What each method costs in each game: `costs[method][game]`. The games begin with random moves
/// and go on with the evaluation's own; the positions are the same for all. One thread.
[[nodiscard]] std::vector<std::vector<OrderingCost>>
compare_orderings(const Evaluation& evaluation, const std::vector<Method>& methods,
                  const OrderingSettings& settings);

} // namespace emilia::classic
