#pragma once

// The engine as its users see it: given a position and perhaps a clock, it decides who answers
// (the opening book, the midgame search, the win/loss/draw solver or the exact solver) and for how
// long.

#include "engine/board/board.h"
#include "engine/play/game_clock.h"
#include "engine/play/level.h"
#include "engine/play/opening_book.h"
#include "engine/play/searcher.h"

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>

namespace emilia {

/// What the user has chosen; what is left empty, the engine decides.
struct EngineSettings {
    std::optional<double> seconds; ///< a move
    std::optional<Depth> depth;    ///< plies, the endgame's too: no solver takes over by clock,
                                   ///< but a depth that reaches the end of the game is exact
    std::optional<Nodes> nodes;
    std::optional<int> level;
    std::optional<int> wld_at;   ///< empties
    std::optional<int> exact_at; ///< empties
    int threads = 1;
    std::size_t hash_megabytes = 128;
    const Variant* variant = &best_variant(); ///< of the hot code
    std::optional<Weights> weights{};         ///< of the evaluation; none: the embedded ones
    std::shared_ptr<OpeningBook> book{};      ///< none: it thinks from the first move
};

class Engine {
public:
    /// Throws std::bad_alloc where there is no memory for the hash table.
    explicit Engine(const EngineSettings& settings);

    /// Chooses a move to play. Without any limit and without a clock it takes a second. `stop`
    /// ends it within milliseconds, with the best move so far. A forced move is played at once, and
    /// so is a move of the book where that sees as far as the search would in its time. For the
    /// book a draw is worth `draw` more to the side to move than on the board.
    [[nodiscard]] SearchResult choose_move(const Board& board,
                                           const std::optional<GameClock>& clock = {},
                                           const std::atomic<bool>* stop = nullptr,
                                           Score draw = {});

    /// Thinks about the answer to the reply that it expects, until `stop` (which may come from any
    /// thread) or until there is nothing more to find out: what it finds stays in the hash table,
    /// so that `choose_move` is deeper sooner if the reply does come, and loses nothing if it
    /// doesn't. `board` has the opponent to move.
    void think_ahead(const Board& board, const std::atomic<bool>& stop);

    /// True scores for the best `lines` moves, within the settings and, where these set no limit,
    /// within `default_seconds`; none: up to the level's depths.
    [[nodiscard]] SearchResult analyse(const Board& board, int lines,
                                       std::optional<double> default_seconds,
                                       const std::atomic<bool>* stop = nullptr,
                                       const SearchProgress& progress = {});

    /// Exact scores for the best `lines` moves; only `settings().seconds` and `nodes` limit it.
    [[nodiscard]] SearchResult solve(const Board& board, int lines,
                                     const std::atomic<bool>* stop = nullptr,
                                     const SearchProgress& progress = {});

    /// Win, draw or loss for the best `lines` moves, limited as `solve` is.
    [[nodiscard]] SearchResult solve_outcome(const Board& board, int lines,
                                             const std::atomic<bool>* stop = nullptr,
                                             const SearchProgress& progress = {});

    /// The settings' time (from now on) and nodes as the limits of a search.
    [[nodiscard]] SearchLimits set_limits(int lines, const std::atomic<bool>* stop) const;

    /// The limits of `analyse`.
    [[nodiscard]] SearchLimits analysis_limits(const Board& board, int lines,
                                               std::optional<double> default_seconds,
                                               const std::atomic<bool>* stop) const;

    /// A search within these limits and no others.
    [[nodiscard]] SearchResult search(const Board& board, const SearchLimits& limits,
                                      const SearchProgress& progress = {}) {
        return searcher_.search(board, limits, progress);
    }

    /// See `Searcher::remember`.
    void remember(const Board& board, const KnownValue& known) { searcher_.remember(board, known); }

    /// Forgets all earlier searches.
    void forget() { searcher_.forget(); }

    void set_level(int level) { settings_.level = level; }
    [[nodiscard]] const EngineSettings& settings() const noexcept { return settings_; }

private:
    [[nodiscard]] bool limited() const noexcept {
        return settings_.seconds || settings_.depth || settings_.nodes || settings_.level;
    }
    [[nodiscard]] SearchLimits basic_limits(int lines, const std::atomic<bool>* stop) const;
    /// Which solvers take over now: by level, or by the nodes that are affordable.
    struct Solvers {
        bool probable = false; ///< a search to the end that takes a part on trust
        bool wld = false;
        bool exact = false;
    };
    [[nodiscard]] Solvers choose_solvers(int empties, std::optional<double> affordable) const;
    /// By the time and the nodes that a move may take; none: no limit.
    [[nodiscard]] std::optional<double> affordable_nodes(std::optional<double> seconds,
                                                         double speed) const;
    void set_depths(SearchLimits& limits, int empties, std::optional<double> seconds) const;
    /// How far the midgame search would see.
    [[nodiscard]] Depth expected_depth(std::optional<double> seconds) const;
    SearchResult run(const Board& board, const SearchLimits& limits,
                     const SearchProgress& progress);

    EngineSettings settings_;
    Searcher searcher_;
    double solver_speed_;                ///< nodes a second, all threads, as last measured
    double midgame_speed_;               ///< the same of the midgame search
    std::optional<double> last_seconds_; ///< that the last move was allowed; none: no limit
};

} // namespace emilia
