#pragma once

// The 64 squares, and sets of them. Squares are numbered row by row from the top left: a1 = 0,
// b1 = 1, … h8 = 63. A Bitboard is a set of squares in one 64-bit word; bit n is the square with
// index n.

#include <array>
#include <bit>
#include <cstdint>

namespace emilia {

/// `pass` means that the player passes, `none` that there is no move.
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

using Bitboard = std::uint64_t;

inline constexpr Bitboard all_squares = ~Bitboard{0};
inline constexpr Bitboard corners = 0x8100'0000'0000'0081;
inline constexpr Bitboard a_file = 0x0101'0101'0101'0101;
inline constexpr Bitboard h_file = a_file << 7;
inline constexpr Bitboard first_row = 0xff;
inline constexpr Bitboard last_row = first_row << 56;
inline constexpr Bitboard edges = a_file | h_file | first_row | last_row;

[[nodiscard]] constexpr Bitboard bit(Square square) noexcept {
    return Bitboard{1} << index(square);
}

[[nodiscard]] constexpr int count(Bitboard squares) noexcept {
#if defined(__x86_64__) && !defined(__POPCNT__)
    // Without the instruction std::popcount calls a function that uses a table. Adding up the bits
    // in fields of 2, 4 and 8 is faster.
    squares -= squares >> 1 & 0x5555'5555'5555'5555;
    squares = (squares & 0x3333'3333'3333'3333) + (squares >> 2 & 0x3333'3333'3333'3333);
    squares = (squares + (squares >> 4)) & 0x0f0f'0f0f'0f0f'0f0f;
    return static_cast<int>(squares * 0x0101'0101'0101'0101 >> 56);
#else
    return std::popcount(squares);
#endif
}

[[nodiscard]] constexpr bool contains(Bitboard squares, Square square) noexcept {
    return (squares >> index(square) & 1) != 0;
}

/// The square with the lowest index. `squares` must not be empty.
[[nodiscard]] constexpr Square first_square(Bitboard squares) noexcept {
    return square_at(std::countr_zero(squares));
}

/// All squares that touch one of `squares`, in any of the eight directions.
[[nodiscard]] constexpr Bitboard adjacent(Bitboard squares) noexcept {
    const Bitboard beside = ((squares & ~h_file) << 1) | ((squares & ~a_file) >> 1);
    const Bitboard row = squares | beside;
    return beside | (row << 8) | (row >> 8);
}

/// `squares` and all squares that touch one of them.
[[nodiscard]] constexpr Bitboard neighbours(Bitboard squares) noexcept {
    return squares | adjacent(squares);
}

inline constexpr std::array<Bitboard, 4> quadrants = {0x0000'0000'0f0f'0f0f, 0x0000'0000'f0f0'f0f0,
                                                      0x0f0f'0f0f'0000'0000, 0xf0f0'f0f0'0000'0000};

/// The empty squares in quadrants that have an odd number of them. Quadrants approximate the
/// regions of connected empty squares, which would take far longer to find.
[[nodiscard]] constexpr Bitboard odd_quadrants(Bitboard empty) noexcept {
    Bitboard odd = 0;
    for (const Bitboard quadrant : quadrants) {
        if ((count(empty & quadrant) & 1) != 0) odd |= quadrant;
    }
    return odd & empty;
}

/// Makes a Bitboard iterable: `for (Square square : squares_of(moves))` visits the squares in order
/// of their index.
class squares_of {
public:
    class iterator {
    public:
        constexpr explicit iterator(Bitboard rest) noexcept : rest_(rest) {}
        constexpr Square operator*() const noexcept { return first_square(rest_); }
        constexpr iterator& operator++() noexcept {
            rest_ &= rest_ - 1;
            return *this;
        }
        constexpr bool operator!=(const iterator& other) const noexcept {
            return rest_ != other.rest_;
        }

    private:
        Bitboard rest_;
    };

    constexpr explicit squares_of(Bitboard squares) noexcept : squares_(squares) {}
    [[nodiscard]] constexpr iterator begin() const noexcept { return iterator(squares_); }
    [[nodiscard]] constexpr iterator end() const noexcept { return iterator(0); }

private:
    Bitboard squares_;
};

} // namespace emilia
