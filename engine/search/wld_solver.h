#pragma once

// The win/loss/draw solver. It asks two yes-or-no questions: can the player to move win, can he
// at least draw? Each is an and/or search of its own: a player can win when after some move the
// opponent cannot even draw. Nothing finer is kept, so that stable discs decide in both
// directions, and of the answers only the sign goes into the table. As with the exact solver
// there are rehearsals of less confidence; here they ask the same questions.

#include "engine/board/board.h"
#include "engine/search/confidence.h"
#include "engine/search/search_thread.h"

namespace emilia {

enum class Outcome { loss = -1, draw = 0, win = 1 };

[[nodiscard]] constexpr Outcome opposite(Outcome outcome) noexcept {
    return static_cast<Outcome>(-static_cast<int>(outcome));
}

/// One object serves one thread; the table may be shared. After an interruption a result means
/// nothing and nothing of it has been stored.
class WldSolver {
public:
    explicit WldSolver(SearchThread& thread, Confidence confidence = Confidence::certain) noexcept
        : thread_(thread), confidence_(confidence) {}

    /// The outcome for the player to move; `expected` is asked about first.
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
