#pragma once

// One thread's search of the root position, iteration by iteration.

#include "engine/board/board.h"
#include "engine/search/exact_solver.h"
#include "engine/search/midgame_search.h"
#include "engine/search/search_limits.h"
#include "engine/search/search_result.h"
#include "engine/search/search_thread.h"
#include "engine/search/wld_solver.h"

#include <optional>
#include <vector>

namespace emilia {

/// An iteration: a midgame search to `depth`, or one of the solvers; less confidence than certain
/// makes it a solver's rehearsal.
struct Stage {
    ScoreKind kind;
    Depth depth;
    Confidence confidence;
};

class RootSearch {
public:
    /// `board` must not be finished. Of the limits only `lines`, `excluded`, `window` and
    /// `zero_windows` count.
    RootSearch(SearchThread& thread, const Board& board, const SearchLimits& limits);

    /// Searches all moves once more; a rehearsal of the win/loss/draw solver changes only their
    /// order. False if it was interrupted; then the lines are those of the
    /// stage before, save for what the interrupted one had settled.
    [[nodiscard]] bool run(const Stage& stage);

    /// The best moves, best first, with scores and variations; before any stage by a static guess.
    [[nodiscard]] const std::vector<Line>& lines() const noexcept { return lines_; }

private:
    struct RootMove {
        Square square;
        Board child;
        Line line; ///< what the last stage that settled it said
    };

    bool search_moves(const Stage& stage);
    Score value(const RootMove& move, Score floor, const Stage& stage);
    Score aspirate(const RootMove& move, const Stage& stage);
    Score window_value(const Board& child, Score alpha, Score beta, const Stage& stage);
    Score outcome_value(const RootMove& move, Score floor, Confidence confidence);
    /// Makes the best of an interrupted stage; `before` is how the moves stood before it.
    void merge_unfinished(const std::vector<RootMove>& before, std::size_t searched,
                          const Stage& stage);
    [[nodiscard]] bool is_bound(Score score) const noexcept;
    void settle(RootMove& move, Score score, const Stage& stage);
    void publish();

    SearchThread& thread_;
    std::size_t wanted_;
    Window window_;
    bool zero_windows_;
    std::vector<RootMove> moves_; ///< best first; only the first `wanted_` have true scores
    std::vector<Line> lines_;
    /// A win or a draw that is certain, where one move was asked for: what the rehearsals of the
    /// exact score, or a part of its moves, say later does not replace it by anything less.
    std::optional<Line> proven_;
};

} // namespace emilia
