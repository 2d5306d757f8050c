#include "engine/search/shallow.h"

#include "engine/eval/evaluation.h"

#include <algorithm>
#include <array>

namespace emilia {
namespace {

// The order in which squares are tried: a corner is most often the best move, a square next to a
// corner least often.
constexpr Bitboard next_to_corners = 0x42c3'0000'0000'c342;
constexpr std::array<Bitboard, 3> classes = {corners, ~(corners | next_to_corners),
                                             next_to_corners};

} // namespace

Score shallow_search(SearchThread& thread, const PatternBoard& position, Score alpha, Score beta,
                     Depth depth) noexcept {
    const Board& board = position.board();
    const Bitboard moves = board.legal_moves();
    if (moves == 0) {
        if (board.passed().legal_moves() == 0) {
            thread.enter();
            return Score::from_discs(board.final_score());
        }
        return -shallow_search(thread, position.passed(), -beta, -alpha, depth);
    }
    thread.enter();
    if (depth <= 0) return evaluate(thread.weights, position);
    Score best = min_score;
    for (const Bitboard squares : classes) {
        for (const Square square : squares_of(moves & squares)) {
            const PatternBoard child = position.after(square, board.flips(square));
            const Score score =
                -shallow_search(thread, child, -beta, -std::max(alpha, best), depth - 1);
            if (thread.interrupted()) return best;
            if (score > best) {
                best = score;
                if (best >= beta) return best;
            }
        }
    }
    return best;
}

} // namespace emilia
