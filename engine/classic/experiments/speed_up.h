#pragma once

// Measures how much alpha-beta saves compared with minimax over whole games, as two students did
// (Cuesta Sierra and Zamanillo Sáez, "Artificial Intelligence. Practice 2", 2022, sections 1.2.1 to
// 1.2.3).

#include "engine/classic/strategy.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace emilia::classic {

/// A game of one search method against itself.
struct TimedGame {
    std::vector<Square> moves; ///< passes included
    Nodes evaluations = 0;
    double seconds = 0; ///< processor time, which other processes disturb less than real time
};

/// Plays a game from `start`. Throws Interrupted.
[[nodiscard]] TimedGame play_timed(const Board& start, const Evaluation& evaluation, Method method,
                                   int plies, const std::atomic<bool>* stop = nullptr);

/// The sums over all games. Both methods play the same moves; the times include repeated games.
struct SpeedUp {
    Nodes minimax_evaluations = 0;
    Nodes alpha_beta_evaluations = 0;
    double minimax_seconds = 0;
    double alpha_beta_seconds = 0;

    [[nodiscard]] double by_evaluations() const noexcept {
        return static_cast<double>(minimax_evaluations)
               / static_cast<double>(alpha_beta_evaluations);
    }
    [[nodiscard]] double by_time() const noexcept { return minimax_seconds / alpha_beta_seconds; }
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
