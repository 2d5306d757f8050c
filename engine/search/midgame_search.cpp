#include "engine/search/midgame_search.h"

#include "engine/base/constants.h"
#include "engine/eval/evaluation.h"
#include "engine/eval/evaluation_cache.h"
#include "engine/search/node.h"
#include "engine/search/solvers.h"

#include <algorithm>
#include <array>
#include <optional>

namespace emilia {
namespace {

// The order in which squares are tried: a corner is most often the best move, a square next to a
// corner least often.
constexpr Bitboard next_to_corners = 0x42c3'0000'0000'c342;
constexpr std::array<Bitboard, 3> classes = {corners, ~(corners | next_to_corners),
                                             next_to_corners};

/// A search of no or one ply with lazy evaluations, or what an earlier one of one ply has shown.
Score lazy_search(SearchThread& thread, const PatternBoard& position, Window window,
                  Depth depth) noexcept {
    const Board& board = position.board();
    KnownEvaluation& known = thread.evaluations.place(board);
    if (depth == 1 && known.is_of(board)) {
        const bool is_high = known.lower() >= window.beta;
        if (is_high || known.upper() <= window.alpha) {
            thread.enter();
            return is_high ? known.lower() : known.upper();
        }
    }
    const Score value = shallow_search<Leaves::corrected_lazily>(thread, position, window.alpha,
                                                                 window.beta, depth);
    if (depth == 1 && !thread.interrupted()) {
        known.claim(board);
        known.set_searched(value, window.alpha, window.beta);
    }
    return value;
}

/// The nodes of the midgame search (node.h).
struct Midgame : NodePolicy {
    using NodePolicy::NodePolicy;
    using Position = PatternBoard;
    static constexpr Score step = score_step;
    static constexpr bool keeps_variation = true;
    static constexpr bool hash_move_first = true;
    static constexpr Depth least_table_plies = 2; ///< with less, searching is cheaper than probing
    static constexpr Depth least_selective_plies = least_probcut_depth;
    /// With less, searching the moves is cheaper than probing the table for each of them.
    static constexpr Depth least_enhanced_plies = 3;
    static constexpr Depth least_shared_plies = 3; ///< with less there is too little work
    static constexpr Depth least_prefetched_plies = least_table_plies + 1;
    static Depth least_reducing_plies() noexcept { return constants::least_reducing_plies; }

    [[nodiscard]] std::optional<Score> at_horizon(const PatternBoard& position, Window window,
                                                  Depth depth) const noexcept {
        if (depth >= position.board().empties())
            return solve_score(thread, position.board(), window);
        if (depth >= least_table_plies) return std::nullopt;
        // The lazy evaluation of one window may be wrong for another one.
        if (confidence == Confidence::certain) {
            return shallow_search<Leaves::corrected>(thread, position, window.alpha, window.beta,
                                                     depth);
        }
        return lazy_search(thread, position, window, depth);
    }
    [[nodiscard]] Reach reach(Depth depth) const noexcept {
        return Reach::midgame(depth, confidence);
    }
    [[nodiscard]] std::optional<bool> probably_above(const PatternBoard& position, Window window,
                                                     Depth depth) const noexcept {
        return emilia::probably_above(thread, position, window.alpha, depth, confidence);
    }
    /// Where there are few moves, searching a ply deeper costs little. The idea comes from Y.
    /// Tsuruoka, D. Yokoyama and T. Chikayama, "Game-tree search algorithm based on realization
    /// probability" (ICGA Journal 25, 2002), which searches probable moves deeper.
    [[nodiscard]] Depth extension(std::size_t moves) const noexcept {
        const bool selective = confidence != Confidence::certain;
        return selective && static_cast<int>(moves) <= constants::few_moves ? 1 : 0;
    }
    void order(OrderedMoves& moves, const PatternBoard& position, Depth depth,
               HashMoves hash_moves) const noexcept {
        order_midgame_moves(moves, thread, position, depth, hash_moves);
    }
};

/// The evaluation of a leaf, `board`, whose place in the cache is `known` and whose PatternBoard
/// `make` gives. `legal` are its legal moves, at least one.
template <Leaves leaves, typename Make>
[[gnu::always_inline]] inline Score leaf_value(SearchThread& thread, KnownEvaluation& known,
                                               const Board& board, Bitboard legal, Score alpha,
                                               Score beta, Make make) noexcept {
    if constexpr (leaves == Leaves::by_tables) {
        return evaluate_by_tables(thread.weights, known, board, make);
    } else {
        constexpr bool lazily = leaves == Leaves::corrected_lazily;
        return evaluate_lazily(thread.weights, known, board, legal, lazily ? alpha : min_score,
                               lazily ? beta : max_score, make);
    }
}

} // namespace

Score search_midgame(SearchThread& thread, const PatternBoard& position, Window window, Depth depth,
                     Confidence confidence) noexcept {
    return search_node(Midgame(thread, confidence), position, window, depth);
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
        if constexpr (leaves == Leaves::roughly_by_tables) {
            return evaluate_roughly(thread.weights, position);
        } else {
            return leaf_value<leaves>(thread, thread.evaluations.place(board), board, moves, alpha,
                                      beta, [&]() -> const PatternBoard& { return position; });
        }
    }
    Score best = min_score;
    for (const Bitboard squares : classes) {
        for (const Square square : squares_of(moves & squares)) {
            const Score score =
                -shallow_search_after<leaves>(thread, position, square, board.flips(square), -beta,
                                              -std::max(alpha, best), depth - 1);
            if (thread.interrupted()) return best;
            if (score > best) {
                best = score;
                if (best >= beta) return best;
            }
        }
    }
    return best;
}

template <Leaves leaves>
Score shallow_search_after(SearchThread& thread, const PatternBoard& position, Square square,
                           Bitboard flips, Score alpha, Score beta, Depth depth) noexcept {
    if constexpr (leaves != Leaves::roughly_by_tables) {
        if (depth <= 0) {
            const Board child = position.board().after(square, flips);
            KnownEvaluation& known = thread.evaluations.place(child);
            if (const Bitboard legal = child.legal_moves(); legal != 0) {
                thread.enter();
                return leaf_value<leaves>(thread, known, child, legal, alpha, beta,
                                          [&] { return position.after(square, flips); });
            }
        }
    }
    return shallow_search<leaves>(thread, position.after(square, flips), alpha, beta, depth);
}

template Score shallow_search<Leaves::corrected>(SearchThread&, const PatternBoard&, Score, Score,
                                                 Depth) noexcept;
template Score shallow_search_after<Leaves::by_tables>(SearchThread&, const PatternBoard&, Square,
                                                       Bitboard, Score, Score, Depth) noexcept;
template Score shallow_search_after<Leaves::roughly_by_tables>(SearchThread&, const PatternBoard&,
                                                               Square, Bitboard, Score, Score,
                                                               Depth) noexcept;
template Score shallow_search_after<Leaves::corrected>(SearchThread&, const PatternBoard&, Square,
                                                       Bitboard, Score, Score, Depth) noexcept;

} // namespace emilia
