#pragma once

// Discs and squares along the lines of the board, with ordinary 64-bit operations.

#include "engine/board/bitboard.h"

#include <bit>

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
