#include "engine/classic/students.h"

#include "engine/classic/norvig.h"

namespace emilia::classic {
namespace {

Value percentage(int player, int opponent) noexcept {
    return player + opponent == 0 ? 0 : 100.0 * (player - opponent) / (player + opponent);
}

/// Counts the lines from an empty corner over one disc of `giver` to a disc of `taker`.
int ways_to_corners(Bitboard taker, Bitboard giver) noexcept {
    const Bitboard free = corners & ~(taker | giver);
    const auto up = [&](int shift, Bitboard from) {
        return count(free & from & giver >> shift & taker >> 2 * shift);
    };
    const auto down = [&](int shift, Bitboard from) {
        return count(free & from & giver << shift & taker << 2 * shift);
    };
    return up(1, a_file) + down(1, h_file) + up(8, first_row) + down(8, last_row)
           + up(9, bit(Square::a1)) + down(9, bit(Square::h8)) + up(7, bit(Square::h1))
           + down(7, bit(Square::a8));
}

int frontier(Bitboard discs, const Board& board) noexcept {
    return count(discs & neighbours(board.empty()) & ~corners);
}

/// The rows of `discs` along the edges that start in a corner, including the corners.
Bitboard chains(Bitboard discs) noexcept {
    constexpr Bitboard rows = first_row | last_row;
    constexpr Bitboard files = a_file | h_file;
    constexpr int longest = 6; // between two corners
    Bitboard chain = discs & corners;
    for (int i = 0; chain != 0 && i < longest; ++i) {
        const Bitboard along_rows = ((chain << 1 & ~a_file) | (chain >> 1 & ~h_file)) & rows;
        const Bitboard along_files = (chain << 8 | chain >> 8) & files;
        chain |= discs & (along_rows | along_files);
    }
    return chain;
}

} // namespace

Value student_coins(const Board& board, int) {
    return percentage(count(board.player), count(board.opponent));
}

Value student_corners(const Board& board, int) {
    return percentage(count(board.player & corners), count(board.opponent & corners));
}

int student_corner_ways(const Board& board) noexcept {
    return ways_to_corners(board.player, board.opponent)
           - ways_to_corners(board.opponent, board.player);
}

Value student_corner_access(const Board& board, int) {
    constexpr Value worth = 25;
    return student_corners(board) + worth * student_corner_ways(board);
}

Value student_frontiers(const Board& board, int) {
    return percentage(frontier(board.opponent, board), frontier(board.player, board));
}

Value student_dynamic_board(const Board& board, int) {
    constexpr const WeightBoard& weights = student_weights_1;
    const Board in_chains{chains(board.player), chains(board.opponent)};
    const Board others{board.player & ~in_chains.player, board.opponent & ~in_chains.opponent};
    const int chained = count(in_chains.player) - count(in_chains.opponent);
    const int difference = weights.difference(others) + weights[Square::a1] * chained;
    const int discs = count(board.occupied());
    return discs == 0 ? 0 : 100.0 * difference / discs;
}

Value student_tournament_1(const Board& board, int) {
    return 0.2 * student_coins(board) + 0.4 * student_corners(board)
           + 0.4 * student_frontiers(board);
}

Value student_final(const Board& board, int) {
    return student_staged<student_weights_2, 45>(board)
           + percentage(count(board.legal_moves()), count(board.passed().legal_moves()));
}

} // namespace emilia::classic
