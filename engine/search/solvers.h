#pragma once

// The solvers search to the end of the game: the exact solver for the final disc difference, the
// win/loss/draw solver for the outcome only, which takes fewer nodes. Both share the steps of a
// node with the midgame search (node.h), cut nodes off by stable discs as well, and leave the last
// plies to `solve_leaf`. With less confidence than `certain` they are selective: such a search
// leaves its best moves in the table for the next, more confident one.
//
// Scores are in discs for the player to move; empty squares count for the winner. One object serves
// one thread; several may share the table. After an interruption the result is meaningless, and
// nothing of it has been stored.

#include "engine/board/board.h"
#include "engine/search/confidence.h"
#include "engine/search/search_thread.h"

namespace emilia {

/// A principal-variation search for the final disc difference under best play by both sides.
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

enum class Outcome { loss = -1, draw = 0, win = 1 };

[[nodiscard]] constexpr Outcome opposite(Outcome outcome) noexcept {
    return static_cast<Outcome>(-static_cast<int>(outcome));
}

/// Asks two yes-or-no questions, each with a search of its own: can the player to move win, and can
/// he at least draw? He can win if after some move the opponent cannot even draw. Because only the
/// sign of the score matters, stable discs decide positions in both directions, and the table gets
/// no finer bounds.
class WldSolver {
public:
    explicit WldSolver(SearchThread& thread, Confidence confidence = Confidence::certain) noexcept
        : thread_(thread), confidence_(confidence) {}

    /// The outcome for the player to move. The search is fastest if `expected` is right, because
    /// it is tested first.
    [[nodiscard]] Outcome solve(const Board& board, Outcome expected) noexcept;

    /// Whether the player to move can reach `goal` (a win or a draw) or better.
    [[nodiscard]] bool reaches(const Board& board, Outcome goal) noexcept {
        return reaches(board, goal, board.empties());
    }

private:
    bool reaches(const Board& board, Outcome goal, int empties) noexcept;

    SearchThread& thread_;
    const Confidence confidence_;
};

} // namespace emilia
