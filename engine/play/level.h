#pragma once

// Levels of strength, 1 to 60: how far the midgame is searched and how sure of it the search is,
// and the empties from which the end is.

#include "engine/search/confidence.h"
#include "engine/search/units.h"

#include <algorithm>

namespace emilia {

inline constexpr int least_level = 1;
inline constexpr int greatest_level = 60;
inline constexpr int default_level = 21;

struct Level {
    Depth depth;           ///< midgame search
    Confidence confidence; ///< of the midgame search, where no clock limits it
    int probable_at;       ///< empties from which it goes on to the end
    int wld_at;            ///< empties from which the win/loss/draw solver takes over
    int exact_at;          ///< empties from which the exact solver takes over
    double misjudgement;   ///< standard deviation, in discs, of the errors that it makes on purpose
                           ///< in judging its moves
};

/// Level N searches N plies deep. The end is solved from twice as many empties at low levels,
/// where that costs less than the midgame search; from level 24 on, from N empties. Three plies
/// before the midgame search would see the end it looks there, for about what it costs elsewhere.
/// Levels 1 to 5 misjudge their moves, or they would be no company for a beginner: the evaluation
/// alone plays like an expert.
[[nodiscard]] constexpr Level level_of(int number) noexcept {
    const int exact = number <= 6 ? 2 * number : number < 24 ? 12 + (number - 6) * 2 / 3 : number;
    const int wld = exact + 2;
    return {.depth = number,
            .confidence = number <= 10   ? Confidence::certain
                          : number <= 24 ? Confidence::low
                          : number <= 32 ? Confidence::fair
                          : number <= 44 ? Confidence::high
                                         : Confidence::very_high,
            .probable_at = std::max(wld, number + 3),
            .wld_at = wld,
            .exact_at = exact,
            .misjudgement = number <= 5 ? 12 - 2 * number : 0.0};
}

} // namespace emilia
