#include "engine/search/endgame_leaf.h"

#include "engine/board/lane_board.h"
#include "engine/board/stability.h"
#include "engine/search/last_empties.h"
#include "engine/search/leaf_moves.h"
#include "engine/search/search_thread.h"

#include <new>

namespace emilia {
namespace {

constexpr int worst = -64;

/// From this number of empties on, stable discs and the leaf table save more than they cost.
constexpr int table_empties = 6;

class LeafSolver {
public:
    LeafSolver(LeafTable& table, Nodes& nodes) noexcept
        : table_(table), nodes_(nodes), last_(nodes) {}

    int solve(const Board& board, int alpha) noexcept {
        const Bitboard empty = board.empty();
        switch (const int empties = count(empty)) {
        case 0: ++nodes_; return board.final_score();
        case 1: ++nodes_; return LastEmpties::score_one(board.player, first_square(empty));
        case 2: return last_.solve<2>(LaneBoard(board), alpha, FewSquares::of<2>(empty));
        case 3: return last_.solve<3>(LaneBoard(board), alpha, FewSquares::of<3>(empty));
        default: return search(board, board.legal_moves(), alpha, empties);
        }
    }

private:
    struct BestMove {
        int score = worst - 1;
        Square square = Square::none;
    };

    /// Four or more empties. `legal` are the legal moves, maybe none.
    int search(const Board& board, Bitboard legal, int alpha, int empties) noexcept {
        ++nodes_;
        if (legal == 0) {
            const Board passed = board.passed();
            const Bitboard replies = passed.legal_moves();
            if (replies == 0) return board.final_score();
            --nodes_; // the pass is not a node
            return -search(passed, replies, -alpha - 1, empties);
        }
        if (empties >= table_empties) return search_with_table(board, legal, alpha, empties);
        if (empties == 4) return last_.solve_four(board, legal, alpha);
        return search_moves<LeafOrder::by_replies>(board, legal, alpha, empties, Square::none)
            .score;
    }

    int search_with_table(const Board& board, Bitboard legal, int alpha, int empties) noexcept {
        LeafEntry& entry = table_.place(board);
        __builtin_prefetch(&entry);
        if (const int bound = upper_bound_by_stability(board, alpha, empties); bound <= alpha) {
            return bound;
        }
        Square hash_move = Square::none;
        if (entry.board == board) {
            if (entry.lower > alpha) return entry.lower;
            if (entry.upper <= alpha) return entry.upper;
            hash_move = entry.best;
        }
        const BestMove best = search_moves<LeafOrder::by_replies_and_squares>(board, legal, alpha,
                                                                              empties, hash_move);
        const auto bound = static_cast<std::int8_t>(best.score);
        entry = best.score > alpha ? LeafEntry{.board = board, .lower = bound, .best = best.square}
                                   : LeafEntry{.board = board, .upper = bound, .best = best.square};
        return best.score;
    }

    template <LeafOrder order>
    [[gnu::always_inline]] BestMove search_moves(const Board& board, Bitboard moves, int alpha,
                                                 int empties, Square hash_move) noexcept {
        BestMove best;
        do {
            LeafMoves<order> some(board, moves, hash_move);
            while (!some.empty()) {
                const LeafMove move = some.take();
                const int score = -search(move.child, move.replies, -alpha - 1, empties - 1);
                if (score <= best.score) continue;
                best = {score, move.square};
                if (score > alpha) return best;
            }
        } while (moves != 0);
        return best;
    }

    LeafTable& table_;
    Nodes& nodes_;
    LastEmpties last_;
};

} // namespace

bool LeafTable::allocate() noexcept {
    entries_.reset(new (std::nothrow) LeafEntry[size]);
    return entries_ != nullptr;
}

int solve_leaf(SearchThread& thread, const Board& board, int alpha) noexcept {
    Nodes nodes = 0;
    const int score = LeafSolver(thread.leaves, nodes).solve(board, alpha);
    thread.add(nodes);
    return score;
}

} // namespace emilia
