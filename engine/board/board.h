#pragma once

// A Board is an Othello position without colours: the discs of the player to move and those of the
// opponent. Only notation and protocols know colours. Board is a value type; all its functions are
// pure and may be called from any thread.

#include "engine/board/bitboard.h"
#include "engine/board/board_avx2.h"
#include "engine/board/board_neon.h"
#include "engine/board/board_sse4.h"
#include "engine/board/fills.h"

#include <bit>
#include <cstdint>
#include <type_traits>

namespace emilia {

struct Board {
    Bitboard player = 0;
    Bitboard opponent = 0;

    /// The standard start, with black to move: the player has e4 and d5, the opponent d4 and e5.
    [[nodiscard]] static constexpr Board start() noexcept {
        return {bit(Square::e4) | bit(Square::d5), bit(Square::d4) | bit(Square::e5)};
    }

    [[nodiscard]] constexpr Bitboard occupied() const noexcept { return player | opponent; }
    [[nodiscard]] constexpr Bitboard empty() const noexcept { return ~occupied(); }
    [[nodiscard]] constexpr int empties() const noexcept { return count(empty()); }

    /// The squares where a move of the player flips at least one disc.
    [[nodiscard]] constexpr Bitboard legal_moves() const noexcept;

    /// The discs that the player flips by a move to the empty `square`; 0 if the move is illegal.
    [[nodiscard]] constexpr Bitboard flips(Square square) const noexcept;

    /// The position after a move that flips `flipped`, from the view of the next player.
    [[nodiscard]] constexpr Board after(Square square, Bitboard flipped) const noexcept {
        return {opponent ^ flipped, player ^ flipped ^ bit(square)};
    }
    /// The position after a legal move or a pass, from the view of the next player.
    [[nodiscard]] constexpr Board after(Square square) const noexcept {
        return square == Square::pass ? passed() : after(square, flips(square));
    }
    [[nodiscard]] constexpr Board passed() const noexcept { return {opponent, player}; }

    /// Whether the player cannot move but the opponent can.
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

    /// In a finished game, the player's discs minus the opponent's. Empty squares count for the
    /// winner.
    [[nodiscard]] constexpr int final_score() const noexcept {
        const int difference = count(player) - count(opponent);
        if (difference == 0) return 0;
        return difference > 0 ? difference + empties() : difference - empties();
    }

    [[nodiscard]] friend constexpr bool operator==(const Board&, const Board&) = default;
};

constexpr Bitboard Board::legal_moves() const noexcept {
#ifdef __AVX2__
    if (!std::is_constant_evaluated()) return detail::legal_moves_avx2(player, opponent);
#elif defined(__SSE4_2__)
    if (!std::is_constant_evaluated()) {
        return detail::reply_squares(player, opponent).legal & empty();
    }
#elif defined(__aarch64__)
    if (!std::is_constant_evaluated()) return detail::legal_moves_neon(player, opponent);
#endif
    // Discs on the a- and h-file are never flipped along a row or a diagonal. Leaving them out also
    // keeps a fill from wrapping around to the other side of the board.
    const Bitboard inner = opponent & ~(a_file | h_file);
    return (detail::reach_both_ways<1>(player, inner) | detail::reach_both_ways<7>(player, inner)
            | detail::reach_both_ways<8>(player, opponent)
            | detail::reach_both_ways<9>(player, inner))
           & empty();
}

constexpr Bitboard Board::flips(Square square) const noexcept {
#ifdef __AVX2__
    if (!std::is_constant_evaluated()) return detail::flips_avx2(player, opponent, square);
#elif defined(__SSE4_2__)
    if (!std::is_constant_evaluated()) return detail::flips_sse4(player, opponent, square);
#elif defined(__aarch64__)
    if (!std::is_constant_evaluated()) return detail::flips_neon(player, opponent, square);
#endif
    const Rays& rays = rays_from[static_cast<std::size_t>(index(square))];
    Bitboard flipped = 0;
    for (const Bitboard ray : rays.upward) flipped |= detail::flips_upward(player, opponent, ray);
    for (const Bitboard ray : rays.downward) {
        flipped |= detail::flips_downward(player, opponent, ray);
    }
    return flipped;
}

/// A hash that chooses a place in a table; the tables compare whole positions. Three
/// multiplications and two folds mix all 128 bits into 64.
[[nodiscard]] constexpr std::uint64_t hash(const Board& board) noexcept {
    // The multipliers are odd: the fractional digits of the golden ratio and of the square root
    // of 2.
    std::uint64_t mixed = board.player * 0x9e37'79b9'7f4a'7c15
                          ^ std::rotl(board.opponent * 0x6a09'e667'f3bc'c909, 32);
    mixed ^= mixed >> 29;
    mixed *= 0x9e37'79b9'7f4a'7c15;
    return mixed ^ mixed >> 32;
}

} // namespace emilia
