#include "engine/search/wld_solver.h"

#include "engine/search/endgame_leaf.h"
#include "engine/search/node.h"

namespace emilia {
namespace {

// A finished game has an even disc difference because empty squares count for the winner. So a win
// is at least +2, and the best score below a draw is −2.
constexpr int minimum_score(Outcome goal) noexcept {
    return goal == Outcome::win ? 2 : 0;
}

/// The player reaches `goal` if the opponent doesn't reach this.
constexpr Outcome opponents_goal(Outcome goal) noexcept {
    return goal == Outcome::win ? Outcome::draw : Outcome::win;
}

} // namespace

Outcome WldSolver::solve(const Board& board, Outcome expected) noexcept {
    if (expected == Outcome::loss) {
        if (!reaches(board, Outcome::draw)) return Outcome::loss;
        return reaches(board, Outcome::win) ? Outcome::win : Outcome::draw;
    }
    if (reaches(board, Outcome::win)) return Outcome::win;
    return reaches(board, Outcome::draw) ? Outcome::draw : Outcome::loss;
}

bool WldSolver::reaches(const Board& board, Outcome goal, int empties) noexcept {
    const int minimum = minimum_score(goal);
    if (empties <= leaf_empties) return solve_leaf(thread_, board, minimum - 1) >= minimum;
    const Bitboard legal = board.legal_moves();
    if (legal == 0) {
        const Board passed = board.passed();
        if (passed.legal_moves() != 0) return !reaches(passed, opponents_goal(goal), empties);
        thread_.enter();
        return board.final_score() >= minimum;
    }
    thread_.enter();
    if (thread_.interrupted()) return false;
    if (const auto decided = decided_by_stability(board, minimum)) return *decided;

    const auto search = [this, goal, minimum, empties](SearchThread& worker, const Board& child) {
        WldSolver solver(worker, confidence_);
        const bool reached = !solver.reaches(child, opponents_goal(goal), empties - 1);
        return Score::from_discs(reached ? minimum : minimum - 2);
    };
    return search_endgame_node(thread_, board, legal, minimum - 1, empties, confidence_, search)
           >= Score::from_discs(minimum);
}

} // namespace emilia
