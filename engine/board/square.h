#pragma once

// The 64 squares, numbered row by row from the top left: a1 = 0, b1 = 1, … h8 = 63. The number is
// also the square's bit in a Bitboard. `pass` means that the player passes, `none` that there is no
// move.

#include <array>
#include <cstdint>

namespace emilia {

enum class Square : std::uint8_t {
    // clang-format off
    a1, b1, c1, d1, e1, f1, g1, h1,
    a2, b2, c2, d2, e2, f2, g2, h2,
    a3, b3, c3, d3, e3, f3, g3, h3,
    a4, b4, c4, d4, e4, f4, g4, h4,
    a5, b5, c5, d5, e5, f5, g5, h5,
    a6, b6, c6, d6, e6, f6, g6, h6,
    a7, b7, c7, d7, e7, f7, g7, h7,
    a8, b8, c8, d8, e8, f8, g8, h8,
    // clang-format on
    pass,
    none,
};

inline constexpr int square_count = 64;

[[nodiscard]] constexpr int index(Square square) noexcept {
    return static_cast<int>(square);
}

[[nodiscard]] constexpr Square square_at(int index) noexcept {
    return static_cast<Square>(index);
}

/// `column` and `row` count from 0: a = 0, the top row = 0.
[[nodiscard]] constexpr Square square_at(int column, int row) noexcept {
    return square_at(row * 8 + column);
}

[[nodiscard]] constexpr int column_of(Square square) noexcept {
    return index(square) % 8;
}

[[nodiscard]] constexpr int row_of(Square square) noexcept {
    return index(square) / 8;
}

/// Whether it is one of the 64 squares, not `pass` or `none`.
[[nodiscard]] constexpr bool is_on_board(Square square) noexcept {
    return index(square) < square_count;
}

} // namespace emilia
