#pragma once

// The search of the root position, for one thread, in iterations. What holds between iterations:
// - `moves_` are in the order in which the next iteration searches them, best first. The first
//   `count_` of them are the lines that are asked for.
// - each move has the line that the last iteration recorded for it, at first a static guess.
//
// An iteration searches the first `count_` moves with a window around their last score
// (aspiration), and each later move with a zero window: is it better than the worst line? Only a
// move that is gets its exact score, a new line, and its place among the lines. With several
// threads, all later moves are searched at once with a zero window, until one is better.
// Then
// - an iteration that ends stands as it is;
// - of an interrupted one the moves searched so far stand, if their scores compare with the
//   others'. If only one line is asked for, so does a move that was just found to be better;
// - a selective iteration of the win/loss/draw solver changes only the order of a single line: its
// outcomes are not sure, and so no reason to drop a score in discs, which a new best
//   move takes over;
// - a win or draw that the win/loss/draw solver proved stays the answer (`proven_`) until a later
//   iteration proves at least as much.
//
// Of moves that lead to symmetric positions only one is searched; `lines` gives its value to the
// others.
//
// Moves may have a bonus. Then moves are compared by the sum of score and bonus, and a later move's
// zero window is where its sum would pass that of the worst line.

#include "engine/board/board.h"
#include "engine/search/search_limits.h"
#include "engine/search/search_result.h"
#include "engine/search/search_terms.h"
#include "engine/search/search_thread.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace emilia {

class RootSearch {
public:
    /// The game on `board` must not be over. Uses only `lines`, `excluded`, `bonus` and `window` of
    /// the limits.
    RootSearch(SearchThread& thread, const Board& board, const SearchLimits& limits);

    /// Returns false if the iteration was interrupted.
    [[nodiscard]] bool run(const Iteration& iteration);

    /// After the first selective search to the end: if a move that is as good as the best takes far
    /// fewer nodes, puts it first. The next, surer search must refute every reply to the first
    /// move, but for each other move one good reply is enough. Does nothing after other iterations.
    void put_easiest_first(const Iteration& iteration);

    /// The best moves with their scores and variations, best first.
    [[nodiscard]] const std::vector<Line>& lines() const noexcept { return lines_; }

private:
    struct RootMove {
        Square square;
        Board child;
        Line line{};
        std::vector<Square> twins{}; ///< moves that lead to a symmetric position
        Score bonus{};
        /// What this iteration has found, if it has recorded the move; the win/loss/draw solver
        /// counts an outcome as one disc.
        Score found{};
        bool refuted = false; ///< this iteration has found that it is not among the lines
        Score at_most{};      ///< this iteration has found that its score is not higher
        /// This iteration has found that it is better than the lines so far, and worth this
        /// at least.
        std::optional<Score> at_least{};
        Nodes effort = 0; ///< of this iteration, for the score of a line
    };

    /// Searches the moves in order and returns how many were searched before an interruption; none
    /// if it was not interrupted.
    std::optional<std::size_t> search_moves(const Iteration& iteration);
    void refute_moves(std::size_t first, const Iteration& iteration);
    /// The score that the move must pass to be among the lines.
    [[nodiscard]] Score floor_of(const RootMove& move, const Iteration& iteration) const noexcept;
    void keep_comparable(const std::vector<RootMove>& before, std::size_t searched,
                         const Iteration& iteration);
    void keep_lines(const std::vector<RootMove>& before);
    void record(RootMove& move, Score score, const Iteration& iteration);
    void record_at_least(RootMove& move, const Iteration& iteration);
    /// The moves that lead to `score`, which `record` has just given to `move`: to the end of the
    /// game if the score is sure, otherwise as far as the table has them.
    std::vector<Square> variation(const RootMove& move, Score score, const Iteration& iteration);
    void update_lines();
    [[nodiscard]] bool keeps_proven() const noexcept;
    [[nodiscard]] std::vector<RootMove>::iterator at(std::size_t place) noexcept {
        return moves_.begin() + static_cast<std::ptrdiff_t>(place);
    }

    /// The score of a line.
    Score aspirate(const RootMove& move, const Iteration& iteration);
    /// The score of a move, by searches with wider and wider windows, of which `window` is the
    /// first; not for the win/loss/draw solver. `is_above` says that a search has shown the score
    /// to be above it. Selective searches may contradict each other: one says at most, the other at
    /// least. The next window is then around where they meet, because an open one may take a
    /// hundred times the nodes.
    Score widen(const RootMove& move, Window window, bool is_above, const Iteration& iteration);
    /// The score of a move if it is above `floor`, which may be no possible score; otherwise an
    /// upper bound.
    Score score_above(RootMove& move, Score floor, const Iteration& iteration);

    // Any thread may call these. `child` is the position after a move.
    /// Like `score_above`, but the score may be only a lower bound.
    static Score test(SearchThread& worker, const Board& child, Score floor,
                      const Iteration& iteration);
    static Score score_within(SearchThread& worker, const Board& child, Score alpha, Score beta,
                              const Iteration& iteration);
    static Score outcome_above(SearchThread& worker, const Board& child, Score floor,
                               Confidence confidence);

    /// Whether `score` is only a bound because it is outside the window that was asked for.
    [[nodiscard]] bool is_bound(Score score) const noexcept;

    SearchThread& thread_;
    const Board board_;
    std::size_t wanted_; ///< lines that are asked for
    std::size_t count_;  ///< moves that get a score, without twins
    bool with_bonus_;
    Window window_;
    std::vector<RootMove> moves_;
    std::vector<Line> lines_;
    std::optional<Line> proven_; ///< only where one line is asked for
};

} // namespace emilia
