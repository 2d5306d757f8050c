#pragma once

// A Bitboard is a set of squares in one 64-bit word. Bit n is the square with index n: a1 is bit 0,
// h8 is bit 63.

#include "engine/board/square.h"

#include <bit>
#include <cstdint>

namespace emilia {

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
