#include "engine/classic/iago/internal_stability.h"

namespace emilia::classic {
namespace {

/// The squares that are next to a stable disc or to the border of the board on a line.
constexpr Bitboard backed_on_row(Bitboard stable) noexcept {
    return (stable & ~h_file) << 1 | (stable & ~a_file) >> 1 | a_file | h_file;
}
constexpr Bitboard backed_on_column(Bitboard stable) noexcept {
    return stable << 8 | stable >> 8 | first_row | last_row;
}
constexpr Bitboard backed_on_falling_diagonal(Bitboard stable) noexcept {
    return (stable & ~h_file) << 9 | (stable & ~a_file) >> 9 | edges;
}
constexpr Bitboard backed_on_rising_diagonal(Bitboard stable) noexcept {
    return (stable & ~a_file) << 7 | (stable & ~h_file) >> 7 | edges;
}

} // namespace

Bitboard anchored_discs(const Board& board) noexcept {
    Bitboard stable = board.player & corners;
    if (stable == 0) return 0;
    while (true) {
        const Bitboard more = board.player & backed_on_row(stable) & backed_on_column(stable)
                              & backed_on_falling_diagonal(stable)
                              & backed_on_rising_diagonal(stable);
        if (more == stable) return stable;
        stable = more;
    }
}

int internal_stability(const Board& board) noexcept {
    return count(anchored_discs(board) & ~edges) - count(anchored_discs(board.passed()) & ~edges);
}

} // namespace emilia::classic
