#pragma once

// Plays games and series of games between strategies, as the moderator does in chapter 18 of
// Norvig's "Paradigms of Artificial Intelligence Programming" (1992), sections 18.7 and 18.8.

#include "engine/base/random_numbers.h"
#include "engine/classic/players.h"
#include "engine/notation/position.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace emilia::classic {

/// Chooses a legal move; the player to move has one.
using Strategy = std::function<Square(const Board& board)>;

/// Plays a game from `start` and returns black's discs minus white's at its end. Forced passes are
/// made without asking the player.
[[nodiscard]] int play_game(const Strategy& black, const Strategy& white,
                            const Position& start = {});

/// The position after `plies` random moves, or the end of the game if it comes earlier.
[[nodiscard]] Position random_opening(RandomNumbers& random, int plies);

/// A participant of a series. `make` returns its strategy for one game, which is identified by a
/// number; several threads may call it at the same time.
struct Contestant {
    std::string name;
    std::function<Strategy(std::uint32_t game)> make;
};

struct SeriesSettings {
    int pairs = 5; ///< pairs of games: each opening is played with both colours
    int random_plies = 10;
    std::uint64_t seed = 1;
    int threads = 1; ///< the result does not depend on their number
};

/// The results of a series for its first contestant.
struct Series {
    std::vector<int> differences; ///< discs, for each opening as black and then as white

    /// The number of games won; a draw counts one half.
    [[nodiscard]] double wins() const noexcept;
    /// The share of `wins` in the games, 0 to 1.
    [[nodiscard]] double score() const noexcept;
    /// The share of games that white wins, whoever plays white; a draw counts one half.
    [[nodiscard]] double score_of_white() const noexcept;
    /// The standard deviation of a pair's mean score. The pairs are independent of each other, but
    /// the two games of a pair are not.
    [[nodiscard]] double pair_deviation() const noexcept;
    /// Half the width of the 95 % confidence interval of `score`.
    [[nodiscard]] double error() const noexcept;
};

[[nodiscard]] Series play_series(const Contestant& first, const Contestant& second,
                                 const SeriesSettings& settings);

/// Plays a series between every two contestants, in the order 1-2, 1-3, …, 2-3, …
[[nodiscard]] std::vector<Series> round_robin(std::span<const Contestant> contestants,
                                              const SeriesSettings& settings);

/// The player of that name as a contestant of a series. The number of a game is added to the seed.
[[nodiscard]] Contestant contestant(std::string_view player, const PlayerSettings& settings = {});

} // namespace emilia::classic
