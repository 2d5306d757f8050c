#pragma once

// Levels of strength, 1 to 60. A level sets the depth and confidence of the midgame search, from
// how many empty squares the engine searches to the end of the game, and how much it errs on
// purpose.

#include "engine/search/search_terms.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace emilia {

inline constexpr int least_level = 1;
inline constexpr int greatest_level = 60;
inline constexpr int default_level = 21;
inline constexpr int faultless_level = 30; ///< the lowest that makes no deliberate errors
inline constexpr int level_for_people = 5; ///< against a person who chooses none

struct Level {
    Depth depth;           ///< midgame search
    Confidence confidence; ///< of the midgame search without a clock
    int probable_at;       ///< empties from which a selective search goes to the end
    int wld_at;            ///< empties from which the win/loss/draw solver takes over
    int exact_at;          ///< empties from which the exact solver takes over
    /// The first moves of a game that come from a book as people play them; none: the book's best
    /// moves, as far as the book sees enough.
    std::optional<int> book_moves;
    double misjudgement;    ///< standard deviation in discs of the deliberate errors in its scores
    std::string_view name;  ///< what a player of this strength is called: `beginner`
    std::optional<int> elo; ///< on the scale of the ladder; none: unknown
};

namespace detail {

/// The deliberate errors of the levels from 1 on, chosen so that each level wins six to seven games
/// of ten against the one before (EXPERIMENTS.md). Without them the levels above 6 would be about
/// equal, because the evaluation alone plays like an expert.
inline constexpr auto misjudgements = std::to_array<double>(
    {10,  9.6,  8.6, 7.7,  6.8,  6.4,  6,    5.65, 5.3, 4.95, 4.6, 4.25, 3.95, 3.65, 3.35,
     3.1, 2.85, 2.6, 2.35, 2.15, 1.95, 1.75, 1.55, 1.4, 1.2,  1,   0.8,  0.6,  0.4});

/// The Elo of the levels from 1 on, a fit of their matches and the ladder's (EXPERIMENTS.md).
inline constexpr auto elos = std::to_array<int>(
    {840,  950,  1080, 1180, 1280, 1340, 1400, 1480, 1560, 1610, 1680, 1760, 1840, 1940, 2010,
     2050, 2140, 2230, 2280, 2360, 2420, 2490, 2590, 2640, 2690, 2780, 2870, 2950, 3010, 3080});

struct LevelName {
    int first; ///< level
    std::string_view name;
};
inline constexpr auto level_names = std::to_array<LevelName>({{1, "beginner"},
                                                              {5, "casual player"},
                                                              {11, "club player"},
                                                              {17, "strong player"},
                                                              {22, "master"},
                                                              {27, "superhuman player"}});

[[nodiscard]] constexpr std::string_view level_name(int number) noexcept {
    std::string_view name;
    for (const LevelName& range : level_names)
        if (range.first <= number) name = range.name;
    return name;
}

static_assert(misjudgements.size() == faultless_level - least_level);

} // namespace detail

/// Level N searches N plies deep. Low levels solve the endgame from 2 N empties, where this costs
/// less than the midgame search; from level 27 on they solve it from N − 5 empties. From level 19
/// on a selective search to the end starts at N + 3 empties, where it costs about as much as the
/// midgame search elsewhere; below, the solvers come first. Levels 1 to 29 make deliberate errors,
/// and play without the win/loss/draw solver. Levels below 10 play fewer moves from a book, but
/// livelier ones.
[[nodiscard]] constexpr Level level_of(int number) noexcept {
    const int exact = number <= 6    ? 2 * number
                      : number <= 21 ? 12 + (number - 6) * 2 / 3
                                     : std::max(22, number - 5);
    const int wld = exact + 2;
    const auto index = static_cast<std::size_t>(number - least_level);
    return {.depth = number,
            .confidence = number <= 10   ? Confidence::certain
                          : number <= 30 ? Confidence::low
                          : number <= 36 ? Confidence::fair
                          : number <= 44 ? Confidence::high
                                         : Confidence::very_high,
            .probable_at = std::max(wld, number + 3),
            .wld_at = wld,
            .exact_at = exact,
            .book_moves = number < 10 ? std::optional(2 * number + 2) : std::nullopt,
            .misjudgement =
                index < detail::misjudgements.size() ? detail::misjudgements[index] : 0.0,
            .name = detail::level_name(number),
            .elo = index < detail::elos.size() ? std::optional(detail::elos[index]) : std::nullopt};
}

} // namespace emilia
