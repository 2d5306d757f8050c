#pragma once

// Measures what searches cost over whole games: with each move ordering how many boards and
// evaluations and how much time (Norvig 1992, sections 18.9 and 18.11), and how much alpha-beta
// saves compared with minimax, as two students did (Cuesta Sierra and Zamanillo Sáez, "Artificial
// Intelligence. Practice 2", 2022, sections 1.2.1 to 1.2.3).

#include "engine/classic/strategy.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace emilia::classic {

/// The sums over several searches.
struct SearchCost {
    SearchCounts counts;
    double seconds = 0;
};

struct OrderingSettings {
    int games = 100;
    int random_plies = 4; ///< at the start of a game; few, so that the game is a normal one
    int plies = 6;
    int moves = 32; ///< the positions before the first `moves` moves of a game are searched
    std::uint64_t seed = 1;
};

/// Returns the cost of each method in each game as `costs[method][game]`. A game starts with random
/// moves and continues with the moves that the evaluation chooses. All methods search the same
/// positions, in one thread.
[[nodiscard]] std::vector<std::vector<SearchCost>>
compare_orderings(const Evaluation& evaluation, const std::vector<Method>& methods,
                  const OrderingSettings& settings);

/// A game of one search method against itself.
struct TimedGame {
    std::vector<Square> moves; ///< passes included
    SearchCost cost; ///< in processor time, which other processes disturb less than real time
};

/// Plays a game from `start`. Throws Interrupted.
[[nodiscard]] TimedGame play_timed(const Board& start, const Evaluation& evaluation, Method method,
                                   int plies, const std::atomic<bool>* stop = nullptr);

/// The sums over all games. Both methods play the same moves; the times include repeated games.
struct SpeedUp {
    SearchCost minimax;
    SearchCost alpha_beta;

    [[nodiscard]] double by_evaluations() const noexcept {
        return static_cast<double>(minimax.counts.evaluations)
               / static_cast<double>(alpha_beta.counts.evaluations);
    }
    [[nodiscard]] double by_time() const noexcept { return minimax.seconds / alpha_beta.seconds; }
};

struct SpeedUpSettings {
    int games = 20;         ///< as published
    std::uint64_t seed = 1; ///< of the openings
    double seconds = 0;     ///< the games are repeated until minimax has used this much time
    const std::atomic<bool>* stop = nullptr;
};

/// A heuristic of the published tables, and their figures.
struct SpeedUpHeuristic {
    std::string_view name;
    std::string_view section;
    std::span<const Evaluation> evaluations; ///< the games use them in turn
    std::array<double, 3> published;         ///< time of minimax divided by that of alpha-beta
};

inline constexpr std::array<int, 3> speed_up_plies = {2, 3, 4};

/// A constant, random numbers, and the first tournament's heuristic.
[[nodiscard]] std::span<const SpeedUpHeuristic> speed_up_heuristics() noexcept;

/// The first game starts from the usual position, as published; the others start after a few random
/// moves. Alpha-beta searches in the natural order. Everything runs in the calling thread. Throws
/// Interrupted.
[[nodiscard]] SpeedUp measure_speed_up(const SpeedUpHeuristic& heuristic, int plies,
                                       const SpeedUpSettings& settings);

} // namespace emilia::classic
