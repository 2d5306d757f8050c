#include "engine/search/endgame_leaf.h"

#include "engine/board/lane_board.h"
#include "engine/board/parity.h"
#include "engine/search/cutoffs.h"
#include "engine/search/last_empties.h"
#include "engine/search/search_thread.h"
#include "engine/search/smallest_first.h"

#include <algorithm>
#include <array>

namespace emilia {
namespace {

constexpr int worst = -64;

/// From this number of empties on, stable discs, the leaf table and an order by mobility save more
/// than they cost.
constexpr int mobility_empties = 6;

/// How late a move is tried: the later, the more replies it leaves to the opponent (a corner counts
/// twice) and the more of the squares where he may get replies later. Moves to corners and into odd
/// quadrants go before.
int lateness(Square square, Bitboard odd, const Replies& replies) noexcept {
    constexpr int least = 64; // keeps the result above 0
    return least + 16 * (count(replies.legal) + count(replies.legal & corners))
           + count(replies.near) - 8 * static_cast<int>(contains(odd, square))
           - 16 * static_cast<int>(contains(corners, square));
}

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
        case 4: return solve_four(LaneBoard(board), empty, alpha);
        default: return search(board, board.legal_moves(), alpha, empties);
        }
    }

private:
    struct Move {
        Board child;
        Bitboard replies;
        Square square;
    };

    int solve_four(const LaneBoard& board, Bitboard empty, int alpha) noexcept {
        return last_.solve<4>(board, alpha, FewSquares::of<4>(empty).four_by_parity());
    }

    /// Five or more empties. `legal` are the legal moves, maybe none.
    int search(const Board& board, Bitboard legal, int alpha, int empties) noexcept {
        ++nodes_;
        if (legal == 0) {
            const Board passed = board.passed();
            const Bitboard replies = passed.legal_moves();
            if (replies == 0) return board.final_score();
            --nodes_; // the pass is not a node
            return -search(passed, replies, -alpha - 1, empties);
        }
        return empties < mobility_empties ? search_five(board, legal, alpha)
                                          : search_in_order(board, legal, alpha, empties);
    }

    int search_five(const Board& board, Bitboard legal, int alpha) noexcept {
        const LaneBoard lanes(board);
        const Bitboard empty = board.empty();
        const Bitboard odd = odd_quadrants(empty);
        int best = worst - 1;
        for (Bitboard part : {legal & odd, legal & ~odd}) {
            for (; part != 0; part &= part - 1) {
                const Square square = first_square(part);
                const LaneBoard child = lanes.after(square, lanes.flips(square));
                best = std::max(best, -solve_four(child, empty & ~bit(square), -alpha - 1));
                if (best > alpha) return best;
            }
        }
        return best;
    }

    int search_in_order(const Board& board, Bitboard legal, int alpha, int empties) noexcept {
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
        BestMove best;
        for (Bitboard rest = legal; rest != 0 && best.score <= alpha;) {
            rest = search_some(board, rest, alpha, empties, hash_move, best);
        }
        const auto bound = static_cast<std::int8_t>(best.score);
        entry = best.score > alpha ? LeafEntry{.board = board, .lower = bound, .best = best.square}
                                   : LeafEntry{.board = board, .upper = bound, .best = best.square};
        return best.score;
    }

    struct BestMove {
        int score = worst - 1;
        Square square = Square::none;
    };

    /// Searches the first of `moves`, as many as can be put in order, and returns the others.
    Bitboard search_some(const Board& board, Bitboard moves, int alpha, int empties,
                         Square hash_move, BestMove& best) noexcept {
        std::array<Move, SmallestFirst::capacity> made; // only the first `size` are set
        SmallestFirst order;
        std::size_t size = 0;
        const LaneBoard lanes(board);
        const Bitboard empty = board.empty();
        const Bitboard odd = odd_quadrants(empty);
        do {
            const Square square = first_square(moves);
            moves &= moves - 1;
            const LaneBoard child = lanes.after(square, lanes.flips(square));
            const Replies replies = child.replies(empty & ~bit(square));
            made[size] = {child.board(), replies.legal, square};
            order.set(size, square == hash_move ? 0 : lateness(square, odd, replies));
            ++size;
        } while (moves != 0 && size < made.size());
        for (; size > 0; --size) {
            const Move& move = made[order.take()];
            const int score = -search(move.child, move.replies, -alpha - 1, empties - 1);
            if (score > best.score) {
                best = {score, move.square};
                if (score > alpha) break;
            }
        }
        return moves;
    }

    LeafTable& table_;
    Nodes& nodes_;
    LastEmpties last_;
};

} // namespace

int solve_leaf(SearchThread& thread, const Board& board, int alpha) noexcept {
    Nodes nodes = 0;
    const int score = LeafSolver(thread.leaves, nodes).solve(board, alpha);
    thread.add(nodes);
    return score;
}

} // namespace emilia
