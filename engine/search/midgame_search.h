#pragma once

// The midgame search: principal-variation search with zero windows (Reinefeld 1983; Marsland
// 1983) to a fixed depth over the transposition table, selective (multi_probcut.h) unless told to
// be certain. Where the depth reaches the end of the game, the exact solver takes over.

#include "engine/eval/pattern_board.h"
#include "engine/eval/score.h"
#include "engine/search/confidence.h"
#include "engine/search/exact_solver.h"
#include "engine/search/search_thread.h"

#include <optional>

namespace emilia {

/// One object serves one thread; the table may be shared. After an interruption a result means
/// nothing and nothing of it has been stored.
class MidgameSearch {
public:
    /// `confidence` is that of Multi-ProbCut; a certain search is full-width.
    /// Without zero windows every move is searched with the whole window, as alpha-beta does, and
    /// all else is the same.
    explicit MidgameSearch(SearchThread& thread, Confidence confidence,
                           bool zero_windows = true) noexcept
        : thread_(thread), exact_(thread), confidence_(confidence), zero_windows_(zero_windows) {}

    /// The value of `position`, `depth` plies deep, if it lies between `alpha` and `beta`
    /// (alpha < beta); otherwise a bound, as of `ExactSolver::solve`.
    [[nodiscard]] Score search(const PatternBoard& position, Score alpha, Score beta,
                               Depth depth) noexcept;

private:
    Score inner_node(const PatternBoard& position, Bitboard legal, Score alpha, Score beta,
                     Depth depth) noexcept;
    /// A bound that the node will probably keep to, beyond a zero window; none if it is open.
    std::optional<Score> probable_bound(const PatternBoard& position, Score alpha,
                                        Depth depth) noexcept;
    Score solve(const Board& board, Score alpha, Score beta) noexcept;

    SearchThread& thread_;
    ExactSolver exact_;
    Confidence confidence_;
    bool zero_windows_;
};

} // namespace emilia
