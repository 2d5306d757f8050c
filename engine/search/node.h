#pragma once

// The inner node that the midgame search and both solvers share, in the order of its steps: probe
// the table; cut off by a shallower search; cut off by the table's entries for the positions after
// the moves; search the hash move, then the others in order, with several threads if the node is
// worth it; store the result. The searches say how to do a step, and whether a node is worth one.
//
// A pruning device for all of them belongs here.

#include "engine/board/hash.h"
#include "engine/search/cutoffs.h"
#include "engine/search/ordering.h"
#include "engine/search/probcut.h"
#include "engine/search/search_thread.h"
#include "engine/search/team.h"

#include <algorithm>
#include <atomic>
#include <optional>

namespace emilia {

struct Node {
    const Board& board;
    Bitboard legal; ///< the legal moves; at least one
    Score alpha;
    Score beta;
    Reach reach;
    int plies;      ///< to the leaves
    bool selective; ///< may be cut off by a shallower search; then no score lies within the window
    bool enhanced;  ///< whether an enhanced transposition cut-off is worth trying
    bool shareable; ///< whether there is enough work for several threads
};

/// The best move of a node so far. Its score is below all others until a move has been searched.
class BestMove {
public:
    /// Any thread may ask for it at any time.
    [[nodiscard]] Score score() const noexcept { return score_.load(std::memory_order_relaxed); }
    [[nodiscard]] Square square() const noexcept { return square_; }

    void update(Square move, Score value) noexcept {
        if (value <= score()) return;
        score_.store(value, std::memory_order_relaxed);
        square_ = move;
    }

private:
    std::atomic<Score> score_ = min_score - score_step;
    Square square_ = Square::none;
};

/// The value of a move of a node with an open window: the first move is searched with the whole
/// window, each other one with a zero window, which is `step` wide, and again if it is better.
/// `within(low, high)` is the value of the move within a window.
template <class Within>
[[nodiscard]] Score score_of_move(const SearchThread& worker, Score alpha, Score beta, Score step,
                                  const BestMove& best, const Within& within) noexcept {
    const auto floor = [&] { return std::max(alpha, best.score()); };
    const bool is_first = best.score() < min_score;
    if (is_first) return within(alpha, beta);
    const Score tested = floor();
    const Score score = within(tested, tested + step);
    if (score <= tested || score >= beta || worker.interrupted()) return score;
    // Another thread may have found a better move meanwhile, or a cut-off.
    const Score low = floor();
    return low < beta ? within(low, beta) : score;
}

/// What the table knows of a node.
struct Probe {
    HashMoves moves;
    std::optional<Score> result; ///< the value or a bound, if it answers for the window
};

[[nodiscard]] inline Probe probe(const TranspositionTable& table, const Board& board,
                                 std::uint64_t key, Score alpha, Score beta,
                                 Reach wanted) noexcept {
    const auto known = table.probe(board, key);
    if (!known) return {};
    Probe found{.moves = {known->best, known->second}, .result = std::nullopt};
    if (known->reach.serves(wanted)) {
        if (known->lower == known->upper || known->lower >= beta) {
            found.result = known->lower;
        } else if (known->upper <= alpha) {
            found.result = known->upper;
        }
    }
    return found;
}

/// Stores `best` as the value of a node, or as the bound that it is for the window.
inline void store(TranspositionTable& table, const Board& board, std::uint64_t key, Score alpha,
                  Score beta, Reach reach, const BestMove& best) noexcept {
    const Score score = best.score();
    table.store(board, key, reach, score > alpha ? score : min_score,
                score < beta ? score : max_score, best.square());
}

/// The value of a node or a fail-soft bound; `alpha` if interrupted, which means nothing.
///
/// `probably_above()` tells whether the value is probably above alpha, if it can.
/// `order(moves, hash_moves)` gives the moves their values.
/// `search(worker, move, child, best)` is the value of a move, in any thread, or an upper bound
/// that is not above the score of `best`.
template <class ProbablyAbove, class Order, class Search>
[[nodiscard, gnu::always_inline]] inline Score
search_node(SearchThread& thread, const Node& node, const ProbablyAbove& probably_above,
            const Order& order, const Search& search) noexcept {
    const std::uint64_t key = hash(node.board);
    const Probe known = probe(thread.table, node.board, key, node.alpha, node.beta, node.reach);
    if (known.result) return *known.result;

    if (node.selective) {
        const std::optional<bool> above = probably_above();
        if (thread.interrupted()) return node.alpha;
        if (above) return *above ? node.beta : node.alpha;
    }

    OrderedMoves moves(node.board, node.legal);
    if (node.enhanced) {
        const auto bound =
            enhanced_cutoff(moves, thread.table, node.beta, node.reach.after_a_move());
        if (bound) return *bound;
    }

    BestMove best;
    const bool finished = search_moves(
        thread, moves, known.moves.best, node.plies, node.shareable,
        [&] { order(moves, known.moves); },
        [&](SearchThread& worker, const OrderedMove& move) {
            return search(worker, move, moves.child(move), best);
        },
        [&](const OrderedMove& move, Score value) {
            best.update(move.square, value);
            return best.score() >= node.beta;
        });
    if (!finished) return node.alpha;
    store(thread.table, node.board, key, node.alpha, node.beta, node.reach, best);
    return best.score();
}

/// Measured: with fewer empties another thread costs a solver more than it saves.
inline constexpr int least_shared_empties = 13;

/// The same for the solvers: whether the exact score is above `alpha` discs, as a bound.
/// `search(worker, child)` is the value of the move that leads to `child`, for the node's player.
template <class Search>
[[nodiscard, gnu::always_inline]] inline Score
search_endgame_node(SearchThread& thread, const Board& board, Bitboard legal, int alpha,
                    int empties, Confidence confidence, const Search& search) noexcept {
    // Measured: with fewer empties an enhanced cut-off costs more than it saves.
    constexpr int least_enhanced_empties = 12;
    // Exact scores are even. With even bounds, too, what is only probable is a possible score.
    const int below = alpha - (alpha & 1);
    return search_node(
        thread,
        {.board = board,
         .legal = legal,
         .alpha = Score::from_discs(below),
         .beta = Score::from_discs(below + 2),
         .reach = Reach::to_the_end(empties, confidence),
         .plies = empties,
         .selective = confidence != Confidence::certain,
         .enhanced = empties >= least_enhanced_empties,
         .shareable = empties >= least_shared_empties},
        [&] { return end_probably_above(thread, board, alpha, empties, confidence); },
        [&](OrderedMoves& moves, HashMoves hash_moves) {
            order_endgame_moves(moves, thread, empties, hash_moves);
        },
        [&](SearchThread& worker, const OrderedMove&, const Board& child, const BestMove&) {
            return search(worker, child);
        });
}

} // namespace emilia
