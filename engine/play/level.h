#pragma once

// Levels of strength, 1 to 60. A level sets the depth and confidence of the midgame search, and
// from how many empty squares the engine searches to the end of the game.

#include "engine/search/search_terms.h"

#include <algorithm>
#include <optional>

namespace emilia {

inline constexpr int least_level = 1;
inline constexpr int greatest_level = 60;
inline constexpr int default_level = 21;

struct Level {
    Depth depth;           ///< midgame search
    Confidence confidence; ///< of the midgame search without a clock
    int probable_at;       ///< empties from which a selective search goes to the end
    int wld_at;            ///< empties from which the win/loss/draw solver takes over
    int exact_at;          ///< empties from which the exact solver takes over
    /// The first moves of a game that come from a book as people play them; none: the book's best
    /// moves, as far as the book sees enough.
    std::optional<int> book_moves;
    double misjudgement; ///< standard deviation in discs of the deliberate errors in its scores
};

/// Level N searches N plies deep. Low levels solve the endgame from 2 N empties, where this costs
/// less than the midgame search; level 24 and higher solve it from N empties. From level 19 on a
/// selective search to the end starts at N + 3 empties, where it costs about as much as the midgame
/// search elsewhere; below, the solvers come first.
/// Levels 1 to 5 make deliberate errors, because the evaluation alone plays like an expert and a
/// beginner would have no chance. Levels below 10 play fewer moves from a book, but livelier ones.
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
            .book_moves = number < 10 ? std::optional(2 * number + 2) : std::nullopt,
            .misjudgement = number <= 5 ? 12 - 2 * number : 0.0};
}

} // namespace emilia
