#include "engine/search/endgame_leaf.h"

#include "engine/board/last_flips.h"
#include "engine/board/parity.h"
#include "engine/search/ordering.h"

#include <algorithm>
#include <array>

namespace emilia {
namespace {

constexpr int worst = -64;

// In the last plies a square that touches no disc of the opponent is skipped: that test is cheaper
// than computing the flips.
bool may_flip(const Board& board, Square square) noexcept {
    return (neighbours(bit(square)) & board.opponent) != 0;
}

/// The score for the player to move if `x` is the only empty square.
int score_one_empty(const Board& board, Square x) noexcept {
    const int own = count(board.player);
    const LastSquare last(board.player, x);
    if (const int flipped = last.flips_by_player(); flipped != 0) {
        return 2 * (own + flipped + 1) - 64;
    }
    if (const int flipped = last.flips_by_opponent(); flipped != 0) {
        return 2 * (own - flipped) - 64;
    }
    return own >= 32 ? 2 * own - 62 : 2 * own - 64; // the empty square goes to the winner
}

/// Solves the last plies. The arguments are the empty squares, in the order in which they are
/// tried. `passed` means that the opponent has just passed, so that another pass ends the game.
class LastEmpties {
public:
    explicit LastEmpties(Nodes& nodes) noexcept : nodes_(nodes) {}

    int two(const Board& board, int alpha, Square x1, Square x2, bool passed = false) noexcept {
        if (!passed) ++nodes_;
        int best = worst - 1;
        const auto try_move = [&](Square move, Square rest) {
            if (!may_flip(board, move)) return;
            const Bitboard flipped = board.flips(move);
            if (flipped == 0) return;
            ++nodes_;
            best = std::max(best, -score_one_empty(board.after(move, flipped), rest));
        };
        try_move(x1, x2);
        if (best <= alpha) try_move(x2, x1);
        if (best >= worst) return best;
        if (passed) return board.final_score();
        return -two(board.passed(), -alpha - 1, x1, x2, true);
    }

    int three(const Board& board, int alpha, Square x1, Square x2, Square x3,
              bool passed = false) noexcept {
        if (!passed) ++nodes_;
        int best = worst - 1;
        const auto try_move = [&](Square move, Square rest1, Square rest2) {
            if (best > alpha || !may_flip(board, move)) return;
            const Bitboard flipped = board.flips(move);
            if (flipped == 0) return;
            best = std::max(best, -two(board.after(move, flipped), -alpha - 1, rest1, rest2));
        };
        try_move(x1, x2, x3);
        try_move(x2, x1, x3);
        try_move(x3, x1, x2);
        if (best >= worst) return best;
        if (passed) return board.final_score();
        return -three(board.passed(), -alpha - 1, x1, x2, x3, true);
    }

    int four(const Board& board, int alpha, Square x1, Square x2, Square x3, Square x4,
             bool passed = false) noexcept {
        if (!passed) ++nodes_;
        int best = worst - 1;
        const auto try_move = [&](Square move, Square rest1, Square rest2, Square rest3) {
            if (best > alpha || !may_flip(board, move)) return;
            const Bitboard flipped = board.flips(move);
            if (flipped == 0) return;
            best =
                std::max(best, -three(board.after(move, flipped), -alpha - 1, rest1, rest2, rest3));
        };
        try_move(x1, x2, x3, x4);
        try_move(x2, x1, x3, x4);
        try_move(x3, x1, x2, x4);
        try_move(x4, x1, x2, x3);
        if (best >= worst) return best;
        if (passed) return board.final_score();
        return -four(board.passed(), -alpha - 1, x1, x2, x3, x4, true);
    }

private:
    Nodes& nodes_;
};

/// The `number` squares of `set`.
template <std::size_t number>
std::array<Square, number> squares(Bitboard set) noexcept {
    std::array<Square, number> result{};
    for (Square& square : result) {
        square = first_square(set);
        set &= set - 1;
    }
    return result;
}

/// Orders the last four empty squares: first a square alone in its quadrant, then three in one
/// quadrant, then pairs. The squares of a pair stay together, because the answer to a move on one
/// is a move on the other. The code has no branches, because none could be predicted.
std::array<Square, 4> by_parity(const std::array<Square, 4>& x) noexcept {
    const auto quadrant = [](Square square) {
        return static_cast<std::uint32_t>(row_of(square) / 4 * 2 + column_of(square) / 4);
    };
    std::uint32_t numbers = 0; // of squares in each quadrant, four bits each
    for (const Square square : x) numbers += 1U << 4 * quadrant(square);
    std::array<std::uint32_t, 4> keys{};
    for (std::size_t i = 0; i < keys.size(); ++i) {
        constexpr std::uint32_t ranks = 2U << 2 * 4 | 1U << 2 * 3 | 2U << 2 * 2; // of 4, 3, 2, 1
        const std::uint32_t number = numbers >> 4 * quadrant(x[i]) & 7;
        keys[i] = (ranks >> 2 * number & 3) << 8 | quadrant(x[i]) << 6
                  | static_cast<std::uint32_t>(index(x[i]));
    }
    const auto sort = [&keys](std::size_t a, std::size_t b) {
        const auto [low, high] = std::minmax({keys[a], keys[b]});
        keys[a] = low;
        keys[b] = high;
    };
    sort(0, 1);
    sort(2, 3);
    sort(0, 2);
    sort(1, 3);
    sort(1, 2);
    std::array<Square, 4> result{};
    for (std::size_t i = 0; i < keys.size(); ++i) {
        result[i] = square_at(static_cast<int>(keys[i] & 63));
    }
    return result;
}

/// From this number of empties on, probing the leaf table and ordering by mobility save more than
/// they cost.
constexpr int mobility_empties = 6;

class LeafSolver {
public:
    LeafSolver(LeafTable& table, Nodes& nodes) noexcept
        : table_(table), nodes_(nodes), last_(nodes) {}

    int solve(const Board& board, int alpha) noexcept {
        const Bitboard empty = board.empty();
        switch (const int empties = count(empty)) {
        case 0: ++nodes_; return board.final_score();
        case 1: ++nodes_; return score_one_empty(board, first_square(empty));
        case 2: {
            const auto x = squares<2>(empty);
            return last_.two(board, alpha, x[0], x[1]);
        }
        case 3: {
            const auto x = squares<3>(empty);
            return last_.three(board, alpha, x[0], x[1], x[2]);
        }
        case 4: return solve_four(board, alpha);
        default: return search(board, alpha, empties);
        }
    }

private:
    int solve_four(const Board& board, int alpha) noexcept {
        const auto x = by_parity(squares<4>(board.empty()));
        return last_.four(board, alpha, x[0], x[1], x[2], x[3]);
    }

    int search(const Board& board, int alpha, int empties) noexcept {
        ++nodes_;
        const Bitboard moves = board.legal_moves();
        if (moves == 0) {
            const Board passed = board.passed();
            if (passed.legal_moves() == 0) return board.final_score();
            --nodes_; // the pass is not a node
            return -search(passed, -alpha - 1, empties);
        }
        if (empties >= mobility_empties) return search_in_order(board, moves, alpha, empties);
        const Bitboard odd = odd_quadrants(board.empty());
        int best = worst - 1;
        for (const Bitboard part : {moves & odd, moves & ~odd}) {
            for (const Square square : squares_of(part)) {
                const Board child = board.after(square, board.flips(square));
                const int score = empties == 5 ? -solve_four(child, -alpha - 1)
                                               : -search(child, -alpha - 1, empties - 1);
                if (score > best) {
                    best = score;
                    if (best > alpha) return best;
                }
            }
        }
        return best;
    }

    int search_in_order(const Board& board, Bitboard legal, int alpha, int empties) noexcept {
        LeafEntry& entry = table_.place(board);
        HashMoves hash_moves;
        if (entry.board == board) {
            if (entry.lower > alpha) return entry.lower;
            if (entry.upper <= alpha) return entry.upper;
            hash_moves.best = entry.best;
        }
        OrderedMoves moves(board, legal);
        if (moves.size() > 1) order_by_mobility(moves, hash_moves);
        int best = worst - 1;
        Square best_move = Square::none;
        for (std::size_t i = 0; i < moves.size() && best <= alpha; ++i) {
            const OrderedMove& move = moves.pick(i);
            const int score = -search(moves.child(move), -alpha - 1, empties - 1);
            if (score > best) {
                best = score;
                best_move = move.square;
            }
        }
        const auto bound = static_cast<std::int8_t>(best);
        entry = best > alpha ? LeafEntry{.board = board, .lower = bound, .best = best_move}
                             : LeafEntry{.board = board, .upper = bound, .best = best_move};
        return best;
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
