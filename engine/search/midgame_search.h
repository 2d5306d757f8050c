#pragma once

// The midgame search: principal-variation search with zero windows (Reinefeld 1983; Marsland
// 1983) to a fixed depth over the transposition table. Where the depth reaches the end of the
// game, the exact solver takes over.

#include "engine/eval/pattern_board.h"
#include "engine/eval/score.h"
#include "engine/search/exact_solver.h"
#include "engine/search/search_thread.h"

namespace emilia {

/// One object serves one thread; the table may be shared. After an interruption a result means
/// nothing and nothing of it has been stored.
class MidgameSearch {
public:
    explicit MidgameSearch(SearchThread& thread) noexcept : thread_(thread), exact_(thread) {}

    /// The value of `position`, `depth` plies deep, if it lies between `alpha` and `beta`
    /// (alpha < beta); otherwise a bound, as of `ExactSolver::solve`.
    [[nodiscard]] Score search(const PatternBoard& position, Score alpha, Score beta,
                               Depth depth) noexcept;

private:
    Score inner_node(const PatternBoard& position, Bitboard legal, Score alpha, Score beta,
                     Depth depth) noexcept;
    Score solve(const Board& board, Score alpha, Score beta) noexcept;

    SearchThread& thread_;
    ExactSolver exact_;
};

} // namespace emilia
