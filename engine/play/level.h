#pragma once

// Levels of strength, 1 to 60: a midgame depth, and the empties from which the endgame is solved.

#include "engine/search/units.h"

namespace emilia {

inline constexpr int least_level = 1;
inline constexpr int greatest_level = 60;
inline constexpr int default_level = 21;

struct Level {
    Depth depth;  ///< midgame search
    int wld_at;   ///< empties from which the win/loss/draw solver takes over
    int exact_at; ///< empties from which the exact solver takes over
};

/// Level N searches N plies deep. The end is solved from twice as many empties at low levels,
/// where that costs less than the midgame search; from level 24 on, from N empties.
[[nodiscard]] constexpr Level level_of(int number) noexcept {
    const int exact = number <= 6 ? 2 * number : number < 24 ? 12 + (number - 6) * 2 / 3 : number;
    return {.depth = number, .wld_at = exact + 2, .exact_at = exact};
}

} // namespace emilia
