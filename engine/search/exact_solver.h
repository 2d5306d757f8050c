#pragma once

// The exact solver finds the final disc difference under best play by both sides.
//
// It is a principal-variation search to the end of the game. Its nodes share their steps with the
// midgame search (node.h); besides, they are cut off by stable discs. The last plies are searched
// by `solve_leaf`. With less confidence than `certain` the search is selective: it leaves its best
// moves in the table for the next, more confident search.
//
// Scores are in discs for the player to move; empty squares count for the winner. One object
// serves one thread; several may share the table. After an interruption the result is meaningless,
// and nothing of it has been stored.

#include "engine/board/board.h"
#include "engine/search/confidence.h"
#include "engine/search/search_thread.h"

namespace emilia {

class ExactSolver {
public:
    explicit ExactSolver(SearchThread& thread, Confidence confidence = Confidence::certain) noexcept
        : thread_(thread), confidence_(confidence) {}

    /// The score of `board` if it lies between `alpha` and `beta` (alpha < beta); otherwise a
    /// fail-soft bound: an upper bound if it is at most `alpha`, a lower one if at least `beta`.
    [[nodiscard]] int solve(const Board& board, int alpha, int beta) noexcept;

private:
    int principal_variation(const Board& board, int alpha, int beta, int empties) noexcept;
    int zero_window(const Board& board, int alpha, int empties) noexcept;

    SearchThread& thread_;
    const Confidence confidence_;
};

} // namespace emilia
