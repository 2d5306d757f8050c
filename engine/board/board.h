#pragma once

// An Othello position without colours: the discs of the player to move and of the opponent.
// Colour exists only in notation and protocol. A value type; every function is pure and may be
// called from any thread.

#include "engine/board/bitboard.h"
#include "engine/board/board_avx2.h"
#include "engine/board/rays.h"

#include <type_traits>

namespace emilia {

struct Board {
    Bitboard player = 0;
    Bitboard opponent = 0;

    /// The usual start, black to move: player e4 d5, opponent d4 e5.
    [[nodiscard]] static constexpr Board start() noexcept {
        return {bit(Square::e4) | bit(Square::d5), bit(Square::d4) | bit(Square::e5)};
    }

    [[nodiscard]] constexpr Bitboard occupied() const noexcept { return player | opponent; }
    [[nodiscard]] constexpr Bitboard empty() const noexcept { return ~occupied(); }
    [[nodiscard]] constexpr int empties() const noexcept { return count(empty()); }

    /// Every square where the player to move flips at least one disc.
    [[nodiscard]] constexpr Bitboard legal_moves() const noexcept;

    /// The discs that change colour when the player moves to the empty `square`; 0 if none.
    [[nodiscard]] constexpr Bitboard flips(Square square) const noexcept;

    /// The position after a move with the flips it makes, seen by the next player.
    [[nodiscard]] constexpr Board after(Square square, Bitboard flipped) const noexcept {
        return {opponent ^ flipped, player ^ flipped ^ bit(square)};
    }
    /// The position after a legal move or a pass, seen by the next player.
    [[nodiscard]] constexpr Board after(Square square) const noexcept {
        return square == Square::pass ? passed() : after(square, flips(square));
    }
    [[nodiscard]] constexpr Board passed() const noexcept { return {opponent, player}; }

    /// The player cannot move but the opponent can.
    [[nodiscard]] constexpr bool must_pass() const noexcept {
        return legal_moves() == 0 && passed().legal_moves() != 0;
    }
    [[nodiscard]] constexpr bool is_over() const noexcept {
        return legal_moves() == 0 && passed().legal_moves() == 0;
    }
    /// Whether `square` is a legal move here; `Square::pass` is legal only when it is forced.
    [[nodiscard]] constexpr bool is_legal(Square square) const noexcept {
        return square == Square::pass ? must_pass()
                                      : is_on_board(square) && contains(legal_moves(), square);
    }

    /// Discs of the player less discs of the opponent in a finished game; empty squares count
    /// for the winner.
    [[nodiscard]] constexpr int final_score() const noexcept {
        const int difference = count(player) - count(opponent);
        if (difference == 0) return 0;
        return difference > 0 ? difference + empties() : difference - empties();
    }

    [[nodiscard]] friend constexpr bool operator==(const Board&, const Board&) = default;
};

namespace detail {

/// The squares just behind an unbroken row of `capturable` that starts next to `own`, in one
/// direction: a parallel-prefix fill (Kogge and Stone) that doubles its reach in each step.
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

} // namespace detail

constexpr Bitboard Board::legal_moves() const noexcept {
#ifdef __AVX2__
    if (!std::is_constant_evaluated()) return detail::legal_moves_avx2(player, opponent);
#endif
    // Discs on the a- and h-file are never flipped along a row or a diagonal; leaving them out
    // also stops a fill from running over the board's side.
    const Bitboard inner = opponent & ~(a_file | h_file);
    return (detail::reach_both_ways<1>(player, inner) | detail::reach_both_ways<7>(player, inner)
            | detail::reach_both_ways<8>(player, opponent)
            | detail::reach_both_ways<9>(player, inner))
           & empty();
}

constexpr Bitboard Board::flips(Square square) const noexcept {
#ifdef __AVX2__
    if (!std::is_constant_evaluated()) return detail::flips_avx2(player, opponent, square);
#endif
    // On each ray the first square that is not the opponent's must be the player's; then
    // everything before it is flipped. The subtractions set exactly the bits before that anchor.
    const Rays& rays = rays_from[static_cast<std::size_t>(index(square))];
    Bitboard flipped = 0;
    for (const Bitboard ray : rays.upward) {
        const Bitboard end = ~opponent & ray;
        const Bitboard anchor = end & (0 - end) & player;
        flipped |= (anchor - (anchor != 0)) & ray;
    }
    for (const Bitboard ray : rays.downward) {
        const Bitboard end = ~opponent & ray;
        const Bitboard anchor = (Bitboard{1} << 63 >> std::countl_zero(end | 1)) & player & ray;
        flipped |= (0 - (anchor << 1)) & ray;
    }
    return flipped;
}

} // namespace emilia
