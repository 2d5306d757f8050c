#include "engine/play/adaptive_level.h"

#include <algorithm>

namespace emilia {

AdaptiveLevel AdaptiveLevel::after_game(Outcome of_person) const noexcept {
    const int step = std::max(1, 4 - games);
    return {.level = std::clamp(level + step * sign(of_person), least_level,
                                std::max(level, greatest_adaptive_level)),
            .games = std::min(games + 1, adaptive_games_bounds.greatest)};
}

} // namespace emilia
