#pragma once

// Analyzes a game: compares each played move with the best move of its position.
//
// A played move is equivalent to the best move in the sense of Rosenbloom, "A
// World-Championship-Level Othello Program", Artificial Intelligence 19 (1982), section 5: it is
// the same move, a symmetric one or, if the position is solved, one with the same final score.

#include "engine/notation/game.h"
#include "engine/play/engine.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace emilia {

/// A move of a game. Passes are not analyzed.
struct AnalyzedMove {
    int number = 0; ///< 61 minus the empty squares before the move
    Position before;
    Square move = Square::none;
    std::vector<Line> hints; ///< the best moves, best first; at least one
    Line played;             ///< the line of `move`, searched to the same depth as the best
    Score loss;              ///< score of the best move minus that of `move`, at least 0
    bool equivalent = false; ///< to the best move

    [[nodiscard]] const Line& best() const noexcept { return hints.front(); }
    [[nodiscard]] bool is_exact() const noexcept {
        return best().kind == ScoreKind::exact && played.kind == ScoreKind::exact;
    }
};

/// Totals over a player's moves in a part of a game.
struct MoveSummary {
    int moves = 0;
    int equivalent = 0;
    Score loss; ///< sum over the moves

    /// The fraction of moves that are equivalent to the best; 0 without moves.
    [[nodiscard]] double equivalent_fraction() const noexcept;
    /// The mean loss in discs per move; 0 without moves.
    [[nodiscard]] double mean_loss() const noexcept;
};

struct GameAnalysis {
    std::vector<AnalyzedMove> moves; ///< in the order of the game
    bool complete = true;            ///< false if it was stopped: only the last moves are there

    /// Totals over the moves of `player` that are numbered `first` to `last`, both included.
    [[nodiscard]] MoveSummary summary(Color player, int first = 1, int last = 60) const noexcept;
    /// The number of the move from which on all are exact; nothing if the last one is not.
    [[nodiscard]] std::optional<int> exact_from() const noexcept;
    /// Indices into `moves` of the turning points, see below.
    [[nodiscard]] std::vector<std::size_t> turning_points() const;
};

/// Whether a move turned the game. It lost four discs or more, or it lost at least one and made the
/// expected outcome worse: from a win to a draw or loss, or from a draw to a loss. A smaller loss
/// is within the error of an estimate, even if it crosses the border between two outcomes.
[[nodiscard]] bool is_turning_point(const AnalyzedMove& move) noexcept;

struct GameAnalysisSettings {
    double seconds = 1.0; ///< per position, unless the engine's settings set a limit
    int hints = 1;        ///< number of best moves that get a score rather than a bound
    std::shared_ptr<const OpeningBook> book = {}; ///< replaces scores of shallower searches
};

/// Receives the number of moves analyzed so far and the number of all moves.
using GameAnalysisProgress = std::function<void(std::size_t done, std::size_t all)>;

/// Analyzes a game from its end to its beginning, so that solved positions in the hash table help
/// to solve the earlier ones. Setting `stop` ends the analysis within milliseconds; the result then
/// has the moves that are finished. `progress` is called on the calling thread.
[[nodiscard]] GameAnalysis analyze_game(const Game& game, Engine& engine,
                                        const GameAnalysisSettings& settings,
                                        const std::atomic<bool>* stop = nullptr,
                                        const GameAnalysisProgress& progress = {});

/// The outcome that the value of a line promises. An estimate within half a disc counts as a draw.
[[nodiscard]] Outcome expected_outcome(const Line& line) noexcept;

/// Replaces each line that is neither solved nor searched as deeply as the book's line for its move
/// by that line, and sorts the result, best first.
[[nodiscard]] std::vector<Line> with_book(std::vector<Line> lines, const Board& board,
                                          const OpeningBook& book);

} // namespace emilia
