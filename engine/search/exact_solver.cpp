#include "engine/search/exact_solver.h"

#include "engine/board/hash.h"
#include "engine/search/endgame_cutoffs.h"
#include "engine/search/endgame_leaf.h"
#include "engine/search/endgame_ordering.h"
#include "engine/search/enhanced_cutoff.h"
#include "engine/search/probable_cutoff.h"
#include "engine/search/team.h"

#include <algorithm>

namespace emilia {
namespace {

constexpr int below_all_scores = -65;

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

    const std::uint64_t key = hash(board);
    HashMoves hash_moves;
    if (const auto known = thread_.table.probe(board, key)) {
        hash_moves = {known->best, known->second};
        if (known->reach.reaches_end(confidence_)) {
            const int lower = known->lower.whole_discs();
            const int upper = known->upper.whole_discs();
            if (lower == upper || lower >= beta) return lower;
            if (upper <= alpha) return upper;
        }
    }

    OrderedMoves moves(board, legal);
    order_for_endgame(moves, thread_, empties, hash_moves);
    int best = below_all_scores;
    Square best_move = Square::none;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const OrderedMove& move = moves.pick(i);
        const Board child = moves.child(move);
        const int floor = std::max(alpha, best);
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
        if (score > best) {
            best = score;
            best_move = move.square;
            if (best >= beta) break;
        }
    }
    thread_.table.store(board, key, Reach::to_the_end(empties, confidence_),
                        best > alpha ? Score::from_discs(best) : min_score,
                        best < beta ? Score::from_discs(best) : max_score, best_move);
    return best;
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

    if (const int most = best_possible(board, alpha, empties); most <= alpha) return most;

    const std::uint64_t key = hash(board);
    HashMoves hash_moves;
    if (const auto known = thread_.table.probe(board, key)) {
        hash_moves = {known->best, known->second};
        if (known->reach.reaches_end(confidence_)) {
            if (const int lower = known->lower.whole_discs(); lower > alpha) return lower;
            if (const int upper = known->upper.whole_discs(); upper <= alpha) return upper;
        }
    }

    if (confidence_ != Confidence::certain) {
        const auto score = probable_cutoff(thread_, board, alpha, empties, confidence_);
        if (thread_.interrupted()) return 0;
        if (score) return *score;
    }

    OrderedMoves moves(board, legal);
    if (empties >= least_enhanced_empties) {
        if (const auto bound = enhanced_cutoff(moves, thread_.table, Score::from_discs(alpha + 1),
                                               Reach::to_the_end(empties - 1, confidence_))) {
            return bound->whole_discs();
        }
    }
    const auto order = [this, &moves, empties, hash_moves] {
        order_for_endgame(moves, thread_, empties, hash_moves);
    };
    int best = below_all_scores;
    Square best_move = Square::none;
    const auto search = [this, &moves, alpha, empties](SearchThread& thread,
                                                       const OrderedMove& move) {
        ExactSolver solver(thread, confidence_);
        return -solver.zero_window(moves.child(move), -alpha - 1, empties - 1);
    };
    const auto take = [&best, &best_move, alpha](const OrderedMove& move, int score) {
        if (score > best) {
            best = score;
            best_move = move.square;
        }
        return best > alpha;
    };
    if (!search_moves(thread_, moves, hash_moves.best, empties, worth_sharing(empties), order,
                      search, take)) {
        return 0;
    }
    thread_.table.store(board, key, Reach::to_the_end(empties, confidence_),
                        best > alpha ? Score::from_discs(best) : min_score,
                        best > alpha ? max_score : Score::from_discs(best), best_move);
    return best;
}

} // namespace emilia
