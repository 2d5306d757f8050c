#include "engine/search/midgame_search.h"

#include "engine/eval/evaluation.h"
#include "engine/search/node.h"

#include <algorithm>
#include <array>
#include <limits>

namespace emilia {
namespace {

// Below this depth searching a node is cheaper than probing the table.
constexpr Depth least_table_depth = 2;

// Below this depth searching the moves is cheaper than probing the table for each of them.
constexpr Depth least_enhanced_depth = 3;

// Below this depth a node is too little work to be shared between threads.
constexpr Depth least_shared_depth = 3;

// Late moves are first searched less deep: those whose order value is that far, in hundredths of a
// disc, below the best that was ordered.
constexpr Depth least_reducing_depth = 4;
constexpr Depth late_move_reduction = 2;
constexpr int late_move_gap = 200;

// The order in which squares are tried: a corner is most often the best move, a square next to a
// corner least often.
constexpr Bitboard next_to_corners = 0x42c3'0000'0000'c342;
constexpr std::array<Bitboard, 3> classes = {corners, ~(corners | next_to_corners),
                                             next_to_corners};

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
    if (depth < least_table_depth) {
        // The lazy evaluation of one window may be wrong for another one.
        return confidence_ == Confidence::certain
                   ? shallow_search<Leaves::corrected>(thread_, position, alpha, beta, depth)
                   : shallow_search<Leaves::corrected_lazily>(thread_, position, alpha, beta,
                                                              depth);
    }
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
    const bool selective = zero_window && confidence_ != Confidence::certain;
    int best_ordered = std::numeric_limits<int>::min();
    const auto search = [&](SearchThread& worker, const OrderedMove& move, const Board& child_board,
                            const BestMove& best) {
        MidgameSearch searcher(worker, confidence_);
        if (depth > least_table_depth) worker.table.prefetch(hash(child_board));
        const PatternBoard child = position.after(move.square, move.flips);
        const auto within = [&](Score low, Score high, Depth less = 0) {
            return -searcher.search(child, -high, -low, depth - 1 - less);
        };
        if (!zero_window) return score_of_move(worker, alpha, beta, score_step, best, within);
        if (move.value + late_move_gap < best_ordered) {
            const Score score = within(alpha, beta, late_move_reduction);
            if (score <= alpha || worker.interrupted()) return score;
        }
        return within(alpha, beta);
    };
    return search_node(
        thread_,
        {.board = position.board(),
         .legal = legal,
         .alpha = alpha,
         .beta = beta,
         .reach = Reach::midgame(depth, confidence_),
         .plies = depth,
         .selective = selective && depth >= least_probcut_depth,
         .enhanced = zero_window && depth >= least_enhanced_depth,
         .shareable = depth >= least_shared_depth},
        [&] { return probably_above(thread_, position, alpha, depth, confidence_); },
        [&](OrderedMoves& moves, HashMoves hash_moves) {
            order_midgame_moves(moves, thread_, position, depth, hash_moves);
            if (selective && depth >= least_reducing_depth) {
                best_ordered = moves.best_ordered_value();
            }
        },
        search);
}

template <Leaves leaves>
Score shallow_search(SearchThread& thread, const PatternBoard& position, Score alpha, Score beta,
                     Depth depth) noexcept {
    const Board& board = position.board();
    const Bitboard moves = board.legal_moves();
    if (moves == 0) {
        if (board.passed().legal_moves() == 0) {
            thread.enter();
            return Score::from_discs(board.final_score());
        }
        return -shallow_search<leaves>(thread, position.passed(), -beta, -alpha, depth);
    }
    thread.enter();
    if (depth <= 0) {
        if constexpr (leaves == Leaves::by_tables) {
            return evaluate_roughly(thread.weights, position);
        } else if constexpr (leaves == Leaves::corrected) {
            return evaluate(thread.weights, position, moves);
        } else {
            return evaluate_lazily(thread.weights, position, moves, alpha, beta);
        }
    }
    Score best = min_score;
    for (const Bitboard squares : classes) {
        for (const Square square : squares_of(moves & squares)) {
            const PatternBoard child = position.after(square, board.flips(square));
            const Score score =
                -shallow_search<leaves>(thread, child, -beta, -std::max(alpha, best), depth - 1);
            if (thread.interrupted()) return best;
            if (score > best) {
                best = score;
                if (best >= beta) return best;
            }
        }
    }
    return best;
}

template Score shallow_search<Leaves::by_tables>(SearchThread&, const PatternBoard&, Score, Score,
                                                 Depth) noexcept;
template Score shallow_search<Leaves::corrected>(SearchThread&, const PatternBoard&, Score, Score,
                                                 Depth) noexcept;
template Score shallow_search<Leaves::corrected_lazily>(SearchThread&, const PatternBoard&, Score,
                                                        Score, Depth) noexcept;

} // namespace emilia
