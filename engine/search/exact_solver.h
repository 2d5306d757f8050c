#pragma once

// The exact endgame solver: the final disc difference under best play by both sides.
//
// Principal-variation search with zero windows; transposition table with both bounds; enhanced
// transposition cut-off (Plaat, Schaeffer, Pijls and de Bruin, "Exploiting graph properties of
// game trees", AAAI 1996); cut-off by stable discs; moves ordered by a shallow search far from
// the end and by mobility nearer to it; the last plies by `solve_leaf`.
//
// With less confidence than certain the same search takes a shallower one's word where that is
// probably right: a rehearsal that leaves its best moves in the table for the next.
//
// Scores are discs for the player to move, empty squares for the winner. One object serves one
// thread; the table may be shared. After an interruption a result means nothing and nothing of it
// has been stored.

#include "engine/board/board.h"
#include "engine/search/confidence.h"
#include "engine/search/search_thread.h"

namespace emilia {

class ExactSolver {
public:
    explicit ExactSolver(SearchThread& thread, Confidence confidence = Confidence::certain) noexcept
        : thread_(thread), confidence_(confidence) {}

    /// The score of `board` if it lies between `alpha` and `beta` (alpha < beta); otherwise a
    /// bound: at most `alpha` an upper one, at least `beta` a lower one.
    [[nodiscard]] int solve(const Board& board, int alpha, int beta) noexcept;

private:
    int principal_variation(const Board& board, int alpha, int beta, int empties) noexcept;
    int zero_window(const Board& board, int alpha, int empties) noexcept;

    SearchThread& thread_;
    const Confidence confidence_;
};

} // namespace emilia
