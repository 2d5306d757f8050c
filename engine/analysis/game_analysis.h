#pragma once

// A game looked at move by move: what was played against what was best.
//
// Moves are equivalent as in Rosenbloom, "A World-Championship-Level Othello Program", Artificial
// Intelligence 19 (1982), section 5: the same move, a symmetric one, or, where the position is
// solved, one with the same final score.

#include "engine/notation/game.h"
#include "engine/play/engine.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace emilia {

/// A move of a game, passes aside.
struct AnalysedMove {
    int number = 0; ///< 1 for the first of the usual start's 60 empty squares to be taken
    Position before;
    Square move = Square::none;
    std::vector<Line> hints; ///< the best moves, best first; at least one
    Line played;             ///< of `move`, searched as the best one was
    Score loss;              ///< of `move` against the best, 0 or more
    bool equivalent = false; ///< to the best move

    [[nodiscard]] const Line& best() const noexcept { return hints.front(); }
    [[nodiscard]] bool is_exact() const noexcept {
        return best().kind == ScoreKind::exact && played.kind == ScoreKind::exact;
    }
};

/// What a player's moves in a part of a game come to.
struct MoveSummary {
    int moves = 0;
    int equivalent = 0;
    Score loss; ///< of all of them together

    /// Share of the moves that are equivalent to the best; 0 without moves.
    [[nodiscard]] double equivalent_fraction() const noexcept;
    /// Discs a move; 0 without moves.
    [[nodiscard]] double mean_loss() const noexcept;
};

struct GameAnalysis {
    std::vector<AnalysedMove> moves; ///< in the order of the game
    bool complete = true;            ///< false: it was stopped; the moves are the last ones

    /// Of the moves with these numbers, both included.
    [[nodiscard]] MoveSummary summary(Color player, int first = 1, int last = 60) const noexcept;
    /// The number of the first move from which all are exact; none where not even the last is.
    [[nodiscard]] std::optional<int> exact_from() const noexcept;
    /// Places in `moves` where the player to move was winning (or not losing) and, with best play
    /// from there on, no longer is.
    [[nodiscard]] std::vector<std::size_t> turning_points() const;
};

struct GameAnalysisSettings {
    double seconds = 1.0; ///< a position, unless the engine's settings have a limit of their own
    int hints = 1;        ///< moves that get a true score
    std::shared_ptr<const OpeningBook> book = {}; ///< where it sees farther, its word counts
};

/// The number of moves analysed so far, and of all.
using GameAnalysisProgress = std::function<void(std::size_t done, std::size_t all)>;

/// Goes from the end of the game to its beginning, so that what is certain is passed on. `stop`
/// ends it within milliseconds, with the moves that are done.
[[nodiscard]] GameAnalysis analyse_game(const Game& game, Engine& engine,
                                        const GameAnalysisSettings& settings,
                                        const std::atomic<bool>* stop = nullptr,
                                        const GameAnalysisProgress& progress = {});

/// 1 for a win, 0 for a draw, −1 for a loss; an estimate near a draw counts as one.
[[nodiscard]] int expected_outcome(const Line& line) noexcept;

/// Lines of a search, best first, with the book's in the place of those that see less far.
[[nodiscard]] std::vector<Line> with_book(std::vector<Line> lines, const Board& board,
                                          const OpeningBook& book);

} // namespace emilia
