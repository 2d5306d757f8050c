#pragma once

// The win/loss/draw solver. It asks two yes-or-no questions, each with a search of its own: can
// the player to move win, and can he at least draw? He can win if after some move the opponent
// cannot even draw. Because only the sign of the score matters, stable discs decide positions in
// both directions, and the table gets no finer bounds.
//
// With less confidence than `certain` the search is selective, as with the exact solver.

#include "engine/board/board.h"
#include "engine/search/confidence.h"
#include "engine/search/search_thread.h"

namespace emilia {

enum class Outcome { loss = -1, draw = 0, win = 1 };

[[nodiscard]] constexpr Outcome opposite(Outcome outcome) noexcept {
    return static_cast<Outcome>(-static_cast<int>(outcome));
}

/// One object serves one thread; several may share the table. After an interruption the result is
/// meaningless, and nothing of it has been stored.
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
