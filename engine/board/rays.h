#pragma once

// For each square, the squares in each of the eight directions up to the edge of the board.

#include "engine/board/bitboard.h"

#include <array>

namespace emilia {

struct alignas(64) Rays {
    std::array<Bitboard, 4> upward; ///< towards higher indices: east, south-west, south, south-east
    std::array<Bitboard, 4> downward; ///< towards lower indices: the opposite four
};

namespace detail {

[[nodiscard]] constexpr Bitboard ray(Square from, int column_step, int row_step) noexcept {
    Bitboard squares = 0;
    int column = column_of(from) + column_step;
    int row = row_of(from) + row_step;
    while (column >= 0 && column < 8 && row >= 0 && row < 8) {
        squares |= bit(square_at(column, row));
        column += column_step;
        row += row_step;
    }
    return squares;
}

[[nodiscard]] constexpr std::array<Rays, square_count> make_rays() noexcept {
    std::array<Rays, square_count> result{};
    for (int i = 0; i < square_count; ++i) {
        const Square square = square_at(i);
        result[static_cast<std::size_t>(i)] = {
            {ray(square, 1, 0), ray(square, -1, 1), ray(square, 0, 1), ray(square, 1, 1)},
            {ray(square, -1, 0), ray(square, 1, -1), ray(square, 0, -1), ray(square, -1, -1)}};
    }
    return result;
}

} // namespace detail

inline constexpr std::array<Rays, square_count> rays_from = detail::make_rays();

} // namespace emilia
