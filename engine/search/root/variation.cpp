#include "engine/search/root/variation.h"

#include "engine/board/hash.h"
#include "engine/search/ordering.h"
#include "engine/search/solvers.h"

namespace emilia {
namespace {

/// The first move of `board`, in the order of the solvers, for whose child `keeps` holds; `none` if
/// interrupted.
template <typename Keeps>
Square first_keeping_move(SearchThread& thread, const Board& board, Keeps keeps) {
    HashMoves hash_moves;
    if (const auto known = thread.table.probe(board, hash(board)))
        hash_moves = {known->best, known->second};
    OrderedMoves moves(board, board.legal_moves());
    order_endgame_moves(moves, thread, board.empties(), hash_moves);
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const OrderedMove& move = moves.pick(i);
        const bool kept = keeps(moves.child(move));
        if (thread.interrupted()) break;
        if (kept) return move.square;
    }
    return Square::none;
}

/// A move that keeps the exact score of `board`, which is `discs`; `none` if interrupted.
Square score_keeping_move(SearchThread& thread, const Board& board, int discs) {
    const auto known = thread.table.probe(board, hash(board));
    if (known && known->reach.is_exact() && known->lower == known->upper
        && board.is_legal(known->best)) {
        return known->best;
    }
    ExactSolver solver(thread);
    return first_keeping_move(thread, board, [&](const Board& child) {
        return -solver.solve(child, -discs, -discs + 1) >= discs;
    });
}

/// A move that keeps the outcome of `board`; `none` if interrupted.
Square outcome_keeping_move(SearchThread& thread, const Board& board, Outcome outcome) {
    WldSolver solver(thread);
    return first_keeping_move(thread, board, [&](const Board& child) {
        switch (outcome) {
        case Outcome::win: return !solver.reaches(child, Outcome::draw);
        case Outcome::draw: return !solver.reaches(child, Outcome::win);
        case Outcome::loss: break;
        }
        return true;
    });
}

/// The moves from `board`, worth `score`, to the end of the game. `keeping_move(board, score)` must
/// return a move that keeps the score. If the table has lost a position, it is searched again. The
/// line is shorter if that is interrupted.
template <typename KeepingMove>
std::vector<Square> variation_to_the_end(Board board, int score, KeepingMove keeping_move) {
    std::vector<Square> line;
    while (!board.is_over()) {
        const Square move = board.must_pass() ? Square::pass : keeping_move(board, score);
        if (move == Square::none) break;
        line.push_back(move);
        board = board.after(move);
        score = -score;
    }
    return line;
}

} // namespace

std::vector<Square> stored_variation(const TranspositionTable& table, const Board& board,
                                     Depth length) {
    std::vector<Square> line;
    Board position = board;
    while (static_cast<Depth>(line.size()) < length) {
        Square move = Square::pass;
        if (!position.must_pass()) {
            const auto known = table.probe(position, hash(position));
            if (!known || known->lower != known->upper || !position.is_legal(known->best)) break;
            move = known->best;
        }
        line.push_back(move);
        position = position.after(move);
    }
    return line;
}

std::vector<Square> exact_variation(SearchThread& thread, const Board& board, Score score) {
    return variation_to_the_end(board, score.whole_discs(),
                                [&thread](const Board& position, int discs) {
                                    return score_keeping_move(thread, position, discs);
                                });
}

std::vector<Square> outcome_variation(SearchThread& thread, const Board& board, Score score) {
    return variation_to_the_end(
        board, score.whole_discs(), [&thread](const Board& position, int outcome) {
            return outcome_keeping_move(thread, position, static_cast<Outcome>(outcome));
        });
}

} // namespace emilia
