#pragma once

// Discs and squares along the lines of the board, with ordinary 64-bit operations.

#include "engine/board/bitboard.h"

#include <array>
#include <bit>
#include <cstddef>

namespace emilia {

/// For a square, the squares in each of the eight directions up to the edge of the board.
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

namespace emilia::detail {

/// In one direction, the squares right behind an unbroken row of `capturable` that starts next to
/// `own`. This is a parallel-prefix fill (Kogge and Stone): each step doubles the distance.
template <int shift, bool left>
[[nodiscard]] constexpr Bitboard reach(Bitboard own, Bitboard capturable) noexcept {
    const auto move = [](Bitboard squares, int distance) {
        return left ? squares << distance : squares >> distance;
    };
    Bitboard row = capturable & move(own, shift);
    row |= capturable & move(row, shift);
    const Bitboard pairs = capturable & move(capturable, shift);
    row |= pairs & move(row, 2 * shift);
    row |= pairs & move(row, 2 * shift);
    return move(row, shift);
}

template <int shift>
[[nodiscard]] constexpr Bitboard reach_both_ways(Bitboard own, Bitboard capturable) noexcept {
    return reach<shift, true>(own, capturable) | reach<shift, false>(own, capturable);
}

/// The flips along a ray towards higher indices.
///
/// If the first square on a ray that is not the opponent's is the player's (the anchor), everything
/// before it is flipped. The subtraction sets exactly the bits before the anchor.
[[nodiscard]] constexpr Bitboard flips_upward(Bitboard player, Bitboard opponent,
                                              Bitboard ray) noexcept {
    const Bitboard end = ~opponent & ray;
    const Bitboard anchor = end & (0 - end) & player;
    return (anchor - (anchor != 0)) & ray;
}

/// The same along a ray towards lower indices.
[[nodiscard]] constexpr Bitboard flips_downward(Bitboard player, Bitboard opponent,
                                                Bitboard ray) noexcept {
    const Bitboard end = ~opponent & ray;
    const Bitboard anchor = (Bitboard{1} << 63 >> std::countl_zero(end | 1)) & player & ray;
    return (0 - (anchor << 1)) & ray;
}

} // namespace emilia::detail
