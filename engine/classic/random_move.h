#pragma once

#include "engine/base/random_numbers.h"
#include "engine/board/board.h"

namespace emilia::classic {

/// A random legal move, or a pass if it is forced (Norvig 1992, section 18.2). The game must not be
/// over.
[[nodiscard]] inline Square random_move(const Board& board, RandomNumbers& random) {
    Bitboard legal = board.legal_moves();
    if (legal == 0) return Square::pass;
    for (int skip = random.below(count(legal)); skip > 0; --skip) legal &= legal - 1;
    return first_square(legal);
}

} // namespace emilia::classic
