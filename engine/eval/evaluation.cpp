#include "engine/eval/evaluation.h"

#include <algorithm>

namespace emilia {

Score evaluate(const Board& board) noexcept {
    const Bitboard empty = board.empty();
    const int empties = count(empty);
    const auto value = [empty, empties](Bitboard own, Bitboard moves) {
        // C- and X-squares whose corner is empty.
        const Bitboard beside_corner = neighbours(empty & corners) & own;
        return 1000 * count(own & corners) - 300 * count(beside_corner)
               + (150 + 5 * (60 - empties)) * std::min(count(moves), 12)
               + 500 * count(moves & corners) - 80 * count(own & neighbours(empty));
    };
    const int total = value(board.player, board.legal_moves())
                      - value(board.opponent, board.passed().legal_moves());
    const int discs =
        empties < 12 ? 100 * (count(board.player) - count(board.opponent)) * (12 - empties) / 12
                     : 0;
    return Score::from_hundredths(std::clamp(total + discs, -6300, 6300));
}

} // namespace emilia
