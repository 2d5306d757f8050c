#pragma once

// Measures how many boards and evaluations and how much time a search needs with each move
// ordering, over the positions of games (Norvig 1992, sections 18.9 and 18.11).

#include "engine/classic/strategy.h"

#include <cstdint>
#include <vector>

namespace emilia::classic {

struct OrderingSettings {
    int games = 100;
    int random_plies = 4; ///< at the start of a game; few, so that the game is a normal one
    int plies = 6;
    int moves = 32; ///< the positions before the first `moves` moves of a game are searched
    std::uint64_t seed = 1;
};

/// The sums over the positions of one game.
struct OrderingCost {
    SearchCounts counts;
    double seconds = 0;
};

/// Returns the cost of each method in each game as `costs[method][game]`. A game starts with random
/// moves and continues with the moves that the evaluation chooses. All methods search the same
/// positions, in one thread.
[[nodiscard]] std::vector<std::vector<OrderingCost>>
compare_orderings(const Evaluation& evaluation, const std::vector<Method>& methods,
                  const OrderingSettings& settings);

} // namespace emilia::classic
