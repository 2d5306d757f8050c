#pragma once

// The engine as its users see it. For a position, and perhaps a clock, it decides which part
// answers (the opening book, the midgame search, the win/loss/draw solver or the exact solver) and
// how long it may search.

#include "engine/board/board.h"
#include "engine/play/level.h"
#include "engine/play/opening_book.h"
#include "engine/play/searcher.h"
#include "engine/play/time_management.h"

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>

namespace emilia {

/// The user's choices; the engine decides what is left empty.
struct EngineSettings {
    std::optional<double> seconds; ///< for each move
    std::optional<Depth> depth; ///< plies, in the endgame, too: no solver takes over, but a depth
                                ///< that reaches the end of the game gives exact scores
    std::optional<Nodes> nodes;
    std::optional<int> level;
    std::optional<int> wld_at;   ///< empties
    std::optional<int> exact_at; ///< empties
    int threads = 1;
    std::size_t hash_megabytes = 128;
    const InstructionSet* instruction_set = &best_instruction_set();
    std::optional<Weights> weights{};    ///< of the evaluation; none: the embedded ones
    std::shared_ptr<OpeningBook> book{}; ///< may be null
};

class Engine {
public:
    /// Throws std::bad_alloc if there is no memory for the hash table.
    explicit Engine(const EngineSettings& settings);
    /// The same for searches by the threads of a pool.
    Engine(const EngineSettings& settings, std::unique_ptr<ThreadPool> threads);

    /// Chooses a move to play. Without any limit or clock it takes a second. `stop` ends it within
    /// milliseconds, with the best move so far. It plays a forced move at once, and a book move if
    /// the book sees at least as far ahead as the search would in its time. The book adds `draw` to
    /// the score of a draw, for the side to move. `progress` sees the moves that the deliberate
    /// errors of the level favour, with their true scores.
    [[nodiscard]] SearchResult choose_move(const Board& board,
                                           const std::optional<GameClock>& clock = {},
                                           const std::atomic<bool>* stop = nullptr, Score draw = {},
                                           const SearchProgress& progress = {});

    /// Ponders: guesses the opponent's reply and searches the position after it, until `stop` or
    /// until the search is complete. The results stay in the hash table, so that `choose_move` gets
    /// deeper if the guess is right, and loses nothing if it is wrong. The opponent is to move on
    /// `board`. Any thread may set `stop`.
    void think_ahead(const Board& board, const std::atomic<bool>& stop);

    /// Scores the best `lines` moves without deliberate errors. If the settings set no limit, it
    /// takes `default_seconds`; if these are empty, too, it searches to the depths of the level.
    [[nodiscard]] SearchResult analyze(const Board& board, int lines,
                                       std::optional<double> default_seconds,
                                       const std::atomic<bool>* stop = nullptr,
                                       const SearchProgress& progress = {});

    /// Scores the best `lines` moves exactly. Only the seconds and nodes of the settings limit it.
    [[nodiscard]] SearchResult solve(const Board& board, int lines,
                                     const std::atomic<bool>* stop = nullptr,
                                     const SearchProgress& progress = {});

    /// Solves the best `lines` moves for win, draw or loss, with the same limits as `solve`.
    [[nodiscard]] SearchResult solve_outcome(const Board& board, int lines,
                                             const std::atomic<bool>* stop = nullptr,
                                             const SearchProgress& progress = {});

    /// Returns the seconds (from now on) and nodes of the settings as the limits of a search.
    [[nodiscard]] SearchLimits given_limits(int lines, const std::atomic<bool>* stop) const;

    /// Returns the limits that `analyze` searches with.
    [[nodiscard]] SearchLimits analysis_limits(const Board& board, int lines,
                                               std::optional<double> default_seconds,
                                               const std::atomic<bool>* stop) const;

    /// Searches within these limits only; the settings don't apply.
    [[nodiscard]] SearchResult search(const Board& board, const SearchLimits& limits,
                                      const SearchProgress& progress = {}) {
        return searcher_.search(board, limits, progress);
    }

    /// See `Searcher::remember`.
    void remember(const Board& board, const KnownValue& known) { searcher_.remember(board, known); }

    /// See `static_value`.
    [[nodiscard]] Score evaluate(const Board& board) const noexcept {
        return searcher_.evaluate(board);
    }

    /// Forgets all earlier searches.
    void forget() { searcher_.forget(); }

    void set_level(int level) { settings_.level = level; }

    /// Takes the seconds, depth, nodes, level and solvers of `settings` for the next searches.
    void change_limits(const EngineSettings& settings);

    [[nodiscard]] const EngineSettings& settings() const noexcept { return settings_; }

private:
    [[nodiscard]] bool limited() const noexcept {
        return settings_.seconds || settings_.depth || settings_.nodes || settings_.level;
    }
    [[nodiscard]] SearchLimits basic_limits(int lines, const std::atomic<bool>* stop) const;
    /// The searches to the end of the game that are worth trying, by level or affordable nodes.
    struct Solvers {
        bool probable = false; ///< a selective search to the end
        bool wld = false;
        bool exact = false;
    };
    [[nodiscard]] Solvers choose_solvers(int empties, std::optional<double> affordable) const;
    /// Returns how many nodes the time and node limits of a move allow; none: no limit.
    [[nodiscard]] std::optional<double> affordable_nodes(std::optional<double> seconds,
                                                         double speed) const;
    /// For the lines of `limits`, which share the seconds.
    void set_depths(SearchLimits& limits, const Board& board, std::optional<double> seconds) const;
    [[nodiscard]] double solver_speed() const noexcept;
    /// Estimates the depth that the midgame search would reach.
    [[nodiscard]] Depth expected_depth(std::optional<double> seconds) const;
    /// A move from the book, for a move that takes about `seconds`; none if the book is not to
    /// be asked, or knows too little.
    [[nodiscard]] std::optional<BookLine> book_move(const Board& board,
                                                    std::optional<double> seconds, Score draw);
    SearchResult run(const Board& board, const SearchLimits& limits,
                     const SearchProgress& progress);

    EngineSettings settings_;
    Searcher searcher_;
    double midgame_speed_;               ///< recent nodes per second of all threads together
    std::optional<double> solver_speed_; ///< the same for the solvers; none: none has run
    std::optional<double> last_seconds_; ///< limit of the last move; none: no limit
    ClockLag lag_;
    StopDelay stop_delay_;
};

} // namespace emilia
