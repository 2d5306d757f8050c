#include "engine/search/principal_variation.h"

#include "engine/board/hash.h"
#include "engine/search/exact_solver.h"
#include "engine/search/ordering.h"

namespace emilia {
namespace {

/// A move that keeps the exact score of `board`, which is `discs`; `none` if interrupted.
Square keeping_move(SearchThread& thread, const Board& board, int discs) {
    HashMoves hash_moves;
    if (const auto known = thread.table.probe(board, hash(board))) {
        hash_moves = {known->best, known->second};
        if (known->reach.is_exact() && known->lower == known->upper
            && board.is_legal(known->best)) {
            return known->best;
        }
    }
    ExactSolver solver(thread);
    OrderedMoves moves(board, board.legal_moves());
    order_endgame_moves(moves, thread, board.empties(), hash_moves);
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const OrderedMove& move = moves.pick(i);
        const int score = -solver.solve(moves.child(move), -discs, -discs + 1);
        if (thread.interrupted()) return Square::none;
        if (score >= discs) return move.square;
    }
    return Square::none;
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

std::vector<Square> exact_variation(SearchThread& thread, Board board, int discs) {
    std::vector<Square> line;
    while (!board.is_over()) {
        const Square move = board.must_pass() ? Square::pass : keeping_move(thread, board, discs);
        if (move == Square::none) break;
        line.push_back(move);
        board = board.after(move);
        discs = -discs;
    }
    return line;
}

} // namespace emilia
