#include "engine/classic/iago/iago_mobility.h"

namespace emilia::classic {

PotentialMoves potential_moves(const Board& board) noexcept {
    const Bitboard empty = board.empty();
    const Bitboard discs = board.opponent;
    const Bitboard not_a = discs & ~a_file;
    const Bitboard not_h = discs & ~h_file;
    const int contacts = count(not_h << 1 & empty) + count(not_a >> 1 & empty)
                         + count(discs << 8 & empty) + count(discs >> 8 & empty)
                         + count(not_h << 9 & empty) + count(not_a >> 9 & empty)
                         + count(not_a << 7 & empty) + count(not_h >> 7 & empty);
    return {.frontier_discs = count(discs & neighbours(empty)),
            .empty_squares = count(empty & neighbours(discs)),
            .contacts = contacts};
}

int potential_mobility(const Board& board) noexcept {
    const PotentialMoves player = potential_moves(board);
    const PotentialMoves opponent = potential_moves(board.passed());
    return share_of_thousand(player.frontier_discs, opponent.frontier_discs)
           + share_of_thousand(player.empty_squares, opponent.empty_squares)
           + share_of_thousand(player.contacts, opponent.contacts);
}

} // namespace emilia::classic
