#include "engine/search/midgame_search.h"

#include "engine/search/node.h"
#include "engine/search/shallow.h"

#include <algorithm>

namespace emilia {
namespace {

// Below this depth searching a node is cheaper than probing the table.
constexpr Depth least_table_depth = 2;

// Below this depth searching the moves is cheaper than probing the table for each of them.
constexpr Depth least_enhanced_depth = 3;

// Below this depth a node is too little work to be shared between threads.
constexpr Depth least_shared_depth = 4;

} // namespace

Score MidgameSearch::solve(const Board& board, Score alpha, Score beta) noexcept {
    // Rounds the window outwards to whole discs. This loses no answer, and a zero window stays a
    // zero window.
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
    thread_.enter();
    if (thread_.interrupted()) return alpha;
    const bool zero_window = beta - alpha == score_step;
    const auto search = [&](SearchThread& worker, const OrderedMove& move, const Board& child_board,
                            const BestMove& best) {
        MidgameSearch searcher(worker, confidence_);
        if (depth > least_table_depth) worker.table.prefetch(hash(child_board));
        const PatternBoard child = position.after(move.square, move.flips);
        if (zero_window) return -searcher.search(child, -beta, -alpha, depth - 1);
        const Score floor = std::max(alpha, best.score);
        if (best.square == Square::none) return -searcher.search(child, -beta, -floor, depth - 1);
        const Score score = -searcher.search(child, -floor - score_step, -floor, depth - 1);
        if (score <= floor || score >= beta || worker.interrupted()) return score;
        return -searcher.search(child, -beta, -floor, depth - 1);
    };
    return search_node(
        thread_,
        {.board = position.board(),
         .legal = legal,
         .alpha = alpha,
         .beta = beta,
         .reach = Reach::midgame(depth, confidence_),
         .plies = depth,
         .selective =
             zero_window && confidence_ != Confidence::certain && depth >= least_probcut_depth,
         .enhanced = zero_window && depth >= least_enhanced_depth,
         .shareable = zero_window && depth >= least_shared_depth},
        [&] { return probably_above(thread_, position, alpha, depth, confidence_); },
        [&](OrderedMoves& moves, HashMoves hash_moves) {
            order_midgame_moves(moves, thread_, position, depth, hash_moves);
        },
        search);
}

} // namespace emilia
