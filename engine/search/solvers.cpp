#include "engine/search/solvers.h"

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

int ExactSolver::solve(const Board& board, int alpha, int beta) noexcept {
    const int empties = board.empties();
    return beta - alpha == 1 ? zero_window(board, alpha, empties)
                             : principal_variation(board, alpha, beta, empties);
}

int ExactSolver::principal_variation(const Board& board, int alpha, int beta,
                                     int empties) noexcept {
    if (beta - alpha == 1) return zero_window(board, alpha, empties);
    const Bitboard legal = board.legal_moves();
    if (legal == 0) {
        const Board passed = board.passed();
        if (passed.legal_moves() != 0) return -principal_variation(passed, -beta, -alpha, empties);
        thread_.enter();
        return board.final_score();
    }
    thread_.enter();
    if (thread_.interrupted()) return 0;

    const Score low = Score::from_discs(alpha);
    const Score high = Score::from_discs(beta);
    const Reach reach = Reach::to_the_end(empties, confidence_);
    const std::uint64_t key = hash(board);
    const Probe known = probe(thread_.table, board, key, low, high, reach);
    if (known.result) return known.result->whole_discs();

    OrderedMoves moves(board, legal);
    BestMove best;
    const auto order = [&] { order_endgame_moves(moves, thread_, empties, known.moves); };
    const auto search = [&](SearchThread& worker, const OrderedMove& move) {
        const Board child = moves.child(move);
        const auto within = [&](Score floor, Score ceiling) {
            ExactSolver solver(worker, confidence_);
            return -Score::from_discs(solver.principal_variation(
                child, -ceiling.whole_discs(), -floor.whole_discs(), empties - 1));
        };
        return score_of_move(worker, low, high, Score::from_discs(1), best, within);
    };
    const auto take = [&](const OrderedMove& move, Score score) {
        best.update(move.square, score);
        return best.score() >= high;
    };
    // Hardly any of these nodes is cut off by its first move, so all moves are ordered at once.
    const bool finished = search_moves(thread_, moves, Square::none, empties,
                                       empties >= least_shared_empties, order, search, take);
    if (!finished) return 0;
    store(thread_.table, board, key, low, high, reach, best);
    return best.score().whole_discs();
}

int ExactSolver::zero_window(const Board& board, int alpha, int empties) noexcept {
    if (empties <= leaf_empties) return solve_leaf(thread_, board, alpha);
    const Bitboard legal = board.legal_moves();
    if (legal == 0) {
        const Board passed = board.passed();
        if (passed.legal_moves() != 0) return -zero_window(passed, -alpha - 1, empties);
        thread_.enter();
        return board.final_score();
    }
    thread_.enter();
    if (thread_.interrupted()) return 0;
    if (const int bound = upper_bound_by_stability(board, alpha, empties); bound <= alpha)
        return bound;

    const auto search = [this, alpha, empties](SearchThread& worker, const Board& child) {
        ExactSolver solver(worker, confidence_);
        return -Score::from_discs(solver.zero_window(child, -alpha - 1, empties - 1));
    };
    return search_endgame_node(thread_, board, legal, alpha, empties, confidence_, search)
        .whole_discs();
}

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
