#include "engine/search/midgame_search.h"

#include "engine/board/hash.h"
#include "engine/eval/evaluation.h"
#include "engine/search/enhanced_cutoff.h"
#include "engine/search/multi_probcut.h"
#include "engine/search/ordering.h"
#include "engine/search/shallow.h"
#include "engine/search/team.h"

#include <algorithm>

namespace emilia {
namespace {

// Below this depth a node costs less than its look-up in the table.
constexpr Depth least_table_depth = 2;

// Below this depth the moves are searched sooner than the table is asked about them.
constexpr Depth least_enhanced_depth = 3;

// Below this depth a node is too little work to be shared between threads.
constexpr Depth least_shared_depth = 4;

} // namespace

Score MidgameSearch::solve(const Board& board, Score alpha, Score beta) noexcept {
    // The least window of whole discs around the one asked for: no answer is lost, and a zero
    // window stays one.
    return Score::from_discs(exact_.solve(board, alpha.floor_discs(), beta.ceil_discs()));
}

Score MidgameSearch::search(const PatternBoard& position, Score alpha, Score beta,
                            Depth depth) noexcept {
    const Board& board = position.board();
    if (depth >= board.empties()) return solve(board, alpha, beta);
    if (depth < least_table_depth) return shallow_search(thread_, position, alpha, beta, depth);
    const Bitboard legal = board.legal_moves();
    if (legal != 0) return inner_node(position, legal, alpha, beta, depth);
    if (board.passed().legal_moves() != 0) return -search(position.passed(), -beta, -alpha, depth);
    thread_.enter();
    return Score::from_discs(board.final_score());
}

Score MidgameSearch::inner_node(const PatternBoard& position, Bitboard legal, Score alpha,
                                Score beta, Depth depth) noexcept {
    const Board& board = position.board();
    thread_.enter();
    if (thread_.interrupted()) return alpha;

    const Reach reach = Reach::midgame(depth, confidence_);
    const std::uint64_t key = hash(board);
    HashMoves hash_moves;
    if (const auto known = thread_.table.probe(board, key)) {
        hash_moves = {known->best, known->second};
        if (known->reach.serves(reach)) {
            if (known->lower == known->upper || known->lower >= beta) return known->lower;
            if (known->upper <= alpha) return known->upper;
        }
    }

    const bool zero_window = beta - alpha == score_step;
    if (confidence_ != Confidence::certain && zero_window && depth >= least_probcut_depth) {
        const auto bound = probable_bound(position, alpha, depth);
        if (thread_.interrupted()) return alpha;
        if (bound) return *bound;
    }

    OrderedMoves moves(board, legal);
    if ((zero_window || !zero_windows_) && depth >= least_enhanced_depth) {
        const Reach below = Reach::midgame(depth - 1, confidence_);
        if (const auto bound = enhanced_cutoff(moves, thread_.table, beta, below)) return *bound;
    }
    const auto order = [&] {
        if (depth >= 3) {
            order_by_search(moves, thread_, position, 0, hash_moves);
        } else {
            order_by_mobility(moves, hash_moves);
        }
    };
    Score best = min_score - score_step;
    Square best_move = Square::none;
    const auto search = [&](SearchThread& thread, const OrderedMove& move) {
        MidgameSearch worker(thread, confidence_, zero_windows_);
        if (depth > least_table_depth) thread.table.prefetch(hash(moves.child(move)));
        const PatternBoard child = position.after(move.square, move.flips);
        if (zero_window) return -worker.search(child, -beta, -alpha, depth - 1);
        // Not shared: nobody else changes `best`.
        const Score floor = std::max(alpha, best);
        if (best_move == Square::none || !zero_windows_)
            return -worker.search(child, -beta, -floor, depth - 1);
        const Score score = -worker.search(child, -floor - score_step, -floor, depth - 1);
        if (score <= floor || score >= beta || thread.interrupted()) return score;
        return -worker.search(child, -beta, -floor, depth - 1);
    };
    const auto take = [&](const OrderedMove& move, Score score) {
        if (score > best) {
            best = score;
            best_move = move.square;
        }
        return best >= beta;
    };
    const bool worth_sharing = zero_window && depth >= least_shared_depth;
    if (!search_moves(thread_, moves, hash_moves.best, depth, worth_sharing, order, search, take))
        return alpha;
    thread_.table.store(board, key, reach, best > alpha ? best : min_score,
                        best < beta ? best : max_score, best_move);
    return best;
}

std::optional<Score> MidgameSearch::probable_bound(const PatternBoard& position, Score alpha,
                                                   Depth depth) noexcept {
    const Score beta = alpha + score_step;
    const Score margin =
        Score::from_hundredths(probcut_margin(depth, position.board().empties(), confidence_));
    const Depth probe_depth = probcut_probe_depth(depth);
    // One probe at most, on the side to which the evaluation leans.
    if (evaluate(thread_.weights, position) >= beta) {
        const Score high = beta + margin;
        if (high < max_score && search(position, high - score_step, high, probe_depth) >= high)
            return beta;
    } else {
        const Score low = alpha - margin;
        if (low > min_score && search(position, low, low + score_step, probe_depth) <= low)
            return alpha;
    }
    return std::nullopt;
}

} // namespace emilia
