#pragma once

// The level of an opponent that adapts to a person.

#include "engine/eval/score.h"
#include "engine/play/bounds.h"

namespace emilia {

inline constexpr Bounds<int> adaptive_games_bounds{0, 1'000'000};

inline constexpr int greatest_adaptive_level = 25;

struct AdaptiveLevel {
    int level = level_for_people;
    int games = 0; ///< that have changed it

    /// The level of the next game. It rises after a game that the person wins and falls after one
    /// that the person loses: by 4, 3 and 2 in the first games, then by 1. No person needs more
    /// than `greatest_adaptive_level`, and higher ones think for long.
    [[nodiscard]] AdaptiveLevel after_game(Outcome of_person) const noexcept;

    [[nodiscard]] friend bool operator==(const AdaptiveLevel&, const AdaptiveLevel&) = default;
};

} // namespace emilia
