#pragma once

// Games and series of games between strategies: the moderator of chapter 18 of Norvig's "Paradigms
// of Artificial Intelligence Programming" (1992), sections 18.7 and 18.8.

#include "engine/base/random_numbers.h"
#include "engine/notation/position.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace emilia::classic {

/// What a strategy knows when it is its turn.
struct Turn {
    Board board;         ///< the player to move has a move
    int number;          ///< of the move, from 1
    double seconds_left; ///< on its clock
};

/// Chooses a legal move; `Square::none` resigns.
using Strategy = std::function<Square(const Turn& turn)>;

enum class Ending { played_out, time, resignation, illegal_move };

struct Outcome {
    int difference; ///< black's discs less white's; a game that was given up or forfeited counts 64
    Ending ending;
};

inline constexpr double usual_minutes = 30; ///< for all moves of a player
inline constexpr int usual_random_plies = 10;

/// Plays a game from `start`. A player whose clock runs out forfeits, and so does one whose move
/// is illegal. Passes are nobody's turn.
[[nodiscard]] Outcome play_game(const Strategy& black, const Strategy& white,
                                const Position& start = {}, double minutes = usual_minutes);

/// After so many random moves, or where the game has ended before.
[[nodiscard]] Position random_opening(RandomNumbers& random, int plies);

/// Someone who takes part. `make` gives a strategy for one game; a number tells the games apart.
struct Contestant {
    std::string name;
    std::function<Strategy(std::uint32_t game)> make;
};

struct SeriesSettings {
    int pairs = 5; ///< of games: each opening is played from both sides
    int random_plies = usual_random_plies;
    std::uint64_t seed = 1;
    int threads = 1; ///< the result does not depend on them
};

/// How a series went, seen by its first contestant.
struct Series {
    std::vector<int> differences; ///< in discs: as black and as white, opening by opening

    /// Games won, and drawn ones by half.
    [[nodiscard]] double wins() const noexcept;
    /// The mean of a game, 0 to 1.
    [[nodiscard]] double score() const noexcept;
    /// The same for whoever has white.
    [[nodiscard]] double score_of_white() const noexcept;
    /// The standard deviation of a pair's mean; pairs are independent of each other, the games of
    /// one are not.
    [[nodiscard]] double pair_deviation() const noexcept;
    /// Half the 95 % interval of `score`.
    [[nodiscard]] double error() const noexcept;
};

[[nodiscard]] Series play_series(const Contestant& first, const Contestant& second,
                                 const SeriesSettings& settings);

/// Everyone against everyone else: a series for each two, in the order 1-2, 1-3, …, 2-3, …
[[nodiscard]] std::vector<Series> round_robin(std::span<const Contestant> contestants,
                                              const SeriesSettings& settings);

} // namespace emilia::classic
