#pragma once

// Analyzes a game: compares each played move with the best move of its position. The result, an
// AnalyzedGame, is all that reports, pages and files of records need.
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
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace emilia {

/// What the analysis says of one move of a game. Passes are not judged.
struct Judgement {
    int number = 0; ///< 61 minus the empty squares before the move
    Position before;
    Square move = Square::none;
    std::vector<Line> lines; ///< the best moves, best first; at least one
    Line played;             ///< the line of `move`, searched to the same depth as the best
    Score loss;              ///< score of the best move minus that of `move`, at least 0
    bool equivalent = false; ///< to the best move

    [[nodiscard]] const Line& best() const noexcept { return lines.front(); }
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
    MoveSummary& operator+=(const MoveSummary& other) noexcept;
};

/// A part of the game with totals of its own, as in Rosenbloom's Table 5.1. The positions of the
/// last part are solved exactly.
struct GamePart {
    std::string_view name;
    int first; ///< number of its first move
    int last;  ///< number of its last move
};
inline constexpr std::array<GamePart, 2> game_parts{{{"1-45", 1, 45}, {"46-60", 46, 60}}};

/// How a player played a game.
struct PlayerTotals {
    std::string name; ///< may be empty
    MoveSummary all;
    std::array<MoveSummary, game_parts.size()> parts;
};
struct GameTotals {
    PlayerTotals black;
    PlayerTotals white;
};

/// Identifies a game: its names, event, date, start and moves. Two records with equal keys are the
/// same game.
using GameKey = std::array<std::string, 6>;
[[nodiscard]] GameKey key_of(const Game& game);

/// The settings on which the scores of an analysis depend. Records store them, so that nobody
/// mistakes results under different settings for each other. Threads, memory and instruction set
/// are left out, because a job may continue with others.
struct RecordedSettings {
    std::optional<double> seconds = {}; ///< per position
    std::optional<Depth> depth = {};
    std::optional<Nodes> nodes = {};
    std::optional<int> level = {};
    std::optional<int> exact_at = {};
    int lines = 1;
    std::string book = {};    ///< `none`, or its checksum
    std::string weights = {}; ///< their checksum
};

struct AnalyzedGame {
    Game record;
    std::vector<Judgement> judgements = {}; ///< in the order of the game
    bool complete = true; ///< false if it was stopped: only the last moves are judged
    std::optional<RecordedSettings> settings = {};

    /// Totals over the moves of `player` that are numbered `first` to `last`, both included.
    [[nodiscard]] MoveSummary summary(Color player, int first = 1, int last = 60) const noexcept;
    [[nodiscard]] GameTotals totals() const;
    /// The number of the move from which on all are exact; nothing if the last one is not.
    [[nodiscard]] std::optional<int> exact_from() const noexcept;
    [[nodiscard]] GameKey key() const { return key_of(record); }
};

/// Whether a move turned the game. It lost four discs or more, or it lost at least one and made the
/// expected outcome worse: from a win to a draw or loss, or from a draw to a loss. A smaller loss
/// is within the error of an estimate, even if it crosses the border between two outcomes.
[[nodiscard]] bool is_turning_point(const Judgement& move) noexcept;

struct AnalysisSettings {
    double seconds = 1.0;                          ///< per position, unless the engine has a limit
    int lines = 1;                                 ///< how many of the best moves get a score
    std::shared_ptr<const OpeningBook> book = {};  ///< replaces scores of shallower searches
    std::optional<RecordedSettings> recorded = {}; ///< copied into the analyzed game
};

/// Receives the number of moves analyzed so far and the number of all moves.
using AnalysisProgress = std::function<void(std::size_t done, std::size_t all)>;

/// Analyzes a game from its end to its beginning, so that solved positions in the transposition
/// table help to solve the earlier ones. Setting `stop` ends the analysis within milliseconds; the
/// result then has the judgements that are finished. `progress` is called on the calling thread.
[[nodiscard]] AnalyzedGame analyze_game(const Game& game, Engine& engine,
                                        const AnalysisSettings& settings,
                                        const std::atomic<bool>* stop = nullptr,
                                        const AnalysisProgress& progress = {});

/// The outcome that the value of a line promises. An estimate within half a disc counts as a draw.
[[nodiscard]] Outcome expected_outcome(const Line& line) noexcept;

/// The score of a position by a search of it and by the book, so that a book move costs what the
/// book says. The book counts where it sees farther, unless the search has solved the position. If
/// the book doesn't know the position, it counts by its line for the move to there, which is `move`
/// in the position `before`.
[[nodiscard]] Score score_with_book(const Line& searched, const Board& board, const Board* before,
                                    Square move, const OpeningBook& book);

/// Replaces each line that is neither solved nor searched as deeply as the book's line for its move
/// by that line, and sorts the result, best first.
[[nodiscard]] std::vector<Line> with_book(std::vector<Line> lines, const Board& board,
                                          const OpeningBook& book);

} // namespace emilia
