#pragma once

// Endgame puzzles: positions out of games in which one move is better than all others, or is the
// only one that wins. All scores are exact.

#include "engine/notation/formats/obf.h"
#include "engine/notation/game.h"
#include "engine/play/bounds.h"
#include "engine/play/engine.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace emilia {

/// What the solution of a puzzle does that no other move does.
enum class PuzzleGoal : std::uint8_t {
    best, ///< keeps the best score
    win,  ///< wins
};

/// Which positions make puzzles.
struct PuzzleSettings {
    PuzzleGoal goal = PuzzleGoal::best;
    int least_empties = 8;
    int most_empties = 14;
    int least_hardness = 0;
    int most_hardness = 11;
};

struct Puzzle {
    Problem problem;     ///< with all legal moves, best first
    std::size_t ply = 0; ///< moves of the game before it
    /// The least depth from which on searches find the solution: 1 to 10 plies, or 11 if not even
    /// 10 plies do. 0 if also the move that flips most discs is the solution.
    int hardness = 0;

    [[nodiscard]] Square solution() const { return problem.moves.front().move; }
};

inline constexpr int most_hardness = 11;

/// What a user may choose of `PuzzleSettings`.
inline constexpr Bounds<int> puzzle_empties_bounds{2, 20};
inline constexpr Bounds<int> puzzle_hardness_bounds{0, most_hardness};

/// The puzzle of a position; none if the settings don't take it, if no single move reaches the
/// goal, or if `stop` has become true. Forgets the engine's earlier searches.
[[nodiscard]] std::optional<Puzzle> puzzle_at(Engine& engine, const Position& position,
                                              const PuzzleSettings& settings,
                                              const std::atomic<bool>& stop);

/// The puzzles among the positions of a game, in their order; those so far if `stop` becomes true.
/// `show` gets how many of the positions are done, and how many there are.
[[nodiscard]] std::vector<Puzzle>
puzzles_in(Engine& engine, const Game& game, const PuzzleSettings& settings,
           const std::atomic<bool>& stop,
           const std::function<void(std::size_t done, std::size_t all)>& show = {});

/// The hardest of a game's puzzles, of equally hard ones the one with most empty squares; null if
/// there is none.
[[nodiscard]] const Puzzle* hardest_of(const std::vector<Puzzle>& puzzles);

/// The hardest of `puzzles_in` the game; none if there is none.
[[nodiscard]] std::optional<Puzzle> hardest_puzzle(Engine& engine, const Game& game,
                                                   const PuzzleSettings& settings,
                                                   const std::atomic<bool>& stop);

} // namespace emilia
