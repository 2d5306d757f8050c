#include "engine/board/perft.h"

namespace emilia {

std::uint64_t perft(const Board& board, int depth) noexcept {
    if (depth <= 0) return 1;
    const Bitboard moves = board.legal_moves();
    if (moves == 0) {
        const Board passed = board.passed();
        return passed.legal_moves() == 0 ? 1 : perft(passed, depth - 1);
    }
    if (depth == 1) return static_cast<std::uint64_t>(count(moves));
    std::uint64_t leaves = 0;
    for (const Square square : squares_of(moves)) {
        leaves += perft(board.after(square, board.flips(square)), depth - 1);
    }
    return leaves;
}

} // namespace emilia
