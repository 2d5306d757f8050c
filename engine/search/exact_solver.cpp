#include "engine/search/exact_solver.h"

#include "engine/search/endgame_leaf.h"
#include "engine/search/node.h"

#include <algorithm>

namespace emilia {

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

    // Hardly any of these nodes is cut off by its first move, so all moves are ordered at once.
    OrderedMoves moves(board, legal);
    order_endgame_moves(moves, thread_, empties, known.moves);
    BestMove best;
    for (std::size_t i = 0; i < moves.size() && best.score < high; ++i) {
        const OrderedMove& move = moves.pick(i);
        const Board child = moves.child(move);
        const int floor = i == 0 ? alpha : std::max(alpha, best.score.whole_discs());
        int score = 0;
        if (i == 0) {
            score = -principal_variation(child, -beta, -floor, empties - 1);
        } else {
            score = -zero_window(child, -floor - 1, empties - 1);
            if (score > floor && score < beta && !thread_.interrupted()) {
                score = -principal_variation(child, -beta, -floor, empties - 1);
            }
        }
        if (thread_.interrupted()) return 0;
        best.update(move.square, Score::from_discs(score));
    }
    store(thread_.table, board, key, low, high, reach, best);
    return best.score.whole_discs();
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

} // namespace emilia
