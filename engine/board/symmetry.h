#pragma once

// The eight symmetries of the square board.

#include "engine/board/board.h"

#include <cstddef>

namespace emilia {

[[nodiscard]] constexpr Bitboard mirror_rows(Bitboard squares) noexcept {
    squares = (squares >> 8 & 0x00ff'00ff'00ff'00ff) | (squares & 0x00ff'00ff'00ff'00ff) << 8;
    squares = (squares >> 16 & 0x0000'ffff'0000'ffff) | (squares & 0x0000'ffff'0000'ffff) << 16;
    return squares >> 32 | squares << 32;
}

[[nodiscard]] constexpr Bitboard mirror_columns(Bitboard squares) noexcept {
    squares = (squares >> 1 & 0x5555'5555'5555'5555) | (squares & 0x5555'5555'5555'5555) << 1;
    squares = (squares >> 2 & 0x3333'3333'3333'3333) | (squares & 0x3333'3333'3333'3333) << 2;
    return (squares >> 4 & 0x0f0f'0f0f'0f0f'0f0f) | (squares & 0x0f0f'0f0f'0f0f'0f0f) << 4;
}

/// Mirrors at the diagonal a1–h8: b1 becomes a2.
[[nodiscard]] constexpr Bitboard transpose(Bitboard squares) noexcept {
    // Swaps the off-diagonal halves of every 8×8, 4×4 and 2×2 block.
    const auto swap = [&squares](int distance, Bitboard mask) {
        const Bitboard changed = (squares ^ squares >> distance) & mask;
        squares ^= changed ^ changed << distance;
    };
    swap(28, 0x0000'0000'f0f0'f0f0);
    swap(14, 0x0000'cccc'0000'cccc);
    swap(7, 0x00aa'00aa'00aa'00aa);
    return squares;
}

inline constexpr int symmetry_count = 8;

/// Applies a symmetry. 0 is the identity; bit 0 mirrors the columns, bit 1 the rows, and bit 2 then
/// transposes.
[[nodiscard]] constexpr Bitboard transformed(Bitboard squares, int symmetry) noexcept {
    if ((symmetry & 1) != 0) squares = mirror_columns(squares);
    if ((symmetry & 2) != 0) squares = mirror_rows(squares);
    if ((symmetry & 4) != 0) squares = transpose(squares);
    return squares;
}

[[nodiscard]] constexpr Board transformed(const Board& board, int symmetry) noexcept {
    return {transformed(board.player, symmetry), transformed(board.opponent, symmetry)};
}

/// The square that a symmetry moves `square` to; a pass stays a pass.
[[nodiscard]] constexpr Square transformed(Square square, int symmetry) noexcept {
    return is_on_board(square) ? first_square(transformed(bit(square), symmetry)) : square;
}

/// The symmetry that undoes `symmetry`.
[[nodiscard]] constexpr int inverse(int symmetry) noexcept {
    // Mirroring the rows before a transposition is mirroring the columns after it.
    return symmetry < 4 ? symmetry : 4 | (symmetry & 1) << 1 | (symmetry & 2) >> 1;
}

/// The smallest of the eight symmetric boards, compared by the player's discs, then the opponent's.
[[nodiscard]] constexpr Board canonical(const Board& board) noexcept {
    Board least = board;
    for (int symmetry = 1; symmetry < symmetry_count; ++symmetry) {
        const Board other = transformed(board, symmetry);
        if (other.player < least.player
            || (other.player == least.player && other.opponent < least.opponent)) {
            least = other;
        }
    }
    return least;
}

} // namespace emilia
