#pragma once

// Four positions side by side, a lane of 64 bits each. Where several moves of a position are to be
// compared, all of them are made at once, and the replies to all of them are found at once. Only
// instruction sets with AVX2 use this. The methods are those of the portable functions, explained
// in fills.h.

#ifdef __AVX2__

#include "engine/board/board.h"

#include <bit>

namespace emilia::detail {

/// Four sets of squares, one of each position.
using FourSets = __m256i;

/// `set`, and the squares of `mask` in `squares`.
[[nodiscard]] inline FourSets with_masked(FourSets set, FourSets mask, FourSets squares) noexcept {
#ifdef __AVX512VL__
    constexpr int union_with_intersection = 0xf8;
    return _mm256_ternarylogic_epi64(set, mask, squares, union_with_intersection);
#else
    return _mm256_or_si256(set, _mm256_and_si256(mask, squares));
#endif
}

/// What the sides to move can do. The sets have occupied squares, too.
struct FourReplies {
    FourSets legal; ///< squares right behind a row that could be flipped
    FourSets near;  ///< squares next to a disc that a move there could flip
};

/// Adds the replies in both directions along a column or a diagonal.
template <int distance>
inline void add_replies(FourSets own, FourSets capturable, FourReplies& replies) noexcept {
    const auto up = [](FourSets set) { return _mm256_slli_epi64(set, distance); };
    const auto down = [](FourSets set) { return _mm256_srli_epi64(set, distance); };
    const FourSets above = up(capturable);
    const FourSets pairs_up = _mm256_and_si256(capturable, above);
    const FourSets pairs_down = down(pairs_up);
    FourSets row_up = _mm256_and_si256(capturable, up(own));
    FourSets row_down = _mm256_and_si256(capturable, down(own));
    row_up = with_masked(row_up, capturable, up(row_up));
    row_down = with_masked(row_down, capturable, down(row_down));
    for (int step = 0; step < 2; ++step) {
        row_up = with_masked(row_up, pairs_up, _mm256_slli_epi64(row_up, 2 * distance));
        row_down = with_masked(row_down, pairs_down, _mm256_srli_epi64(row_down, 2 * distance));
    }
    replies.legal = _mm256_or_si256(_mm256_or_si256(replies.legal, up(row_up)), down(row_down));
    replies.near = _mm256_or_si256(_mm256_or_si256(replies.near, above), down(capturable));
}

/// The replies along a row. To the east, adding the first disc of an unbroken row to all of them
/// carries a bit to the square right behind it.
[[nodiscard]] inline FourReplies row_replies(FourSets own, FourSets capturable) noexcept {
    const auto east = [](FourSets set) { return _mm256_add_epi64(set, set); };
    const auto west = [](FourSets set) { return _mm256_srli_epi64(set, 1); };
    const FourSets next = east(capturable);
    const FourSets first = _mm256_and_si256(capturable, east(own));
    const FourSets pairs = west(_mm256_and_si256(capturable, next));
    FourSets row = _mm256_and_si256(capturable, west(own));
    row = with_masked(row, capturable, west(row));
    for (int step = 0; step < 2; ++step) {
        row = with_masked(row, pairs, _mm256_srli_epi64(row, 2));
    }
    return {_mm256_or_si256(_mm256_andnot_si256(capturable, _mm256_add_epi64(capturable, first)),
                            west(row)),
            _mm256_or_si256(next, west(capturable))};
}

[[nodiscard]] inline FourReplies four_replies(FourSets own, FourSets other) noexcept {
    const FourSets inner = _mm256_and_si256(other, broadcast(~(a_file | h_file)));
    FourReplies replies = row_replies(own, inner);
    add_replies<7>(own, inner, replies);
    add_replies<8>(own, other, replies);
    add_replies<9>(own, inner, replies);
    return replies;
}

/// Lane i has the union of the lanes of the i-th argument.
[[nodiscard]] inline FourSets unions(__m256i a, __m256i b, __m256i c, __m256i d) noexcept {
    const auto of_halves = [](__m256i first, __m256i second) {
        return _mm256_or_si256(_mm256_unpacklo_epi64(first, second),
                               _mm256_unpackhi_epi64(first, second));
    };
    const __m256i ab = of_halves(a, b);
    const __m256i cd = of_halves(c, d);
    return _mm256_or_si256(_mm256_permute2x128_si256(ab, cd, 0x20),
                           _mm256_permute2x128_si256(ab, cd, 0x31));
}

/// The positions after four moves of one position, seen by the next player.
struct FourChildren {
    FourSets player;
    FourSets opponent;
    FourSets placed; ///< the square of each move; a lane without a move has none, and no meaning

    /// The first four of `moves`, which it takes away.
    [[nodiscard]] static FourChildren take(const Board& board, Bitboard& moves) noexcept {
        const FourSets own = broadcast(board.player);
        const FourSets other = broadcast(board.opponent);
        const auto next = [&moves] {
            const Bitboard first = moves & (0 - moves);
            moves ^= first;
            return first;
        };
        const Bitboard a = next();
        const Bitboard b = next();
        const Bitboard c = next();
        const Bitboard d = next();
        const auto flips = [own, other](Bitboard square) {
            // Without a move any square will do.
            return flips_in_lanes(own, other, square_at(std::countr_zero(square) & 63));
        };
        const FourSets flipped = unions(flips(a), flips(b), flips(c), flips(d));
        const auto word = [](Bitboard square) { return static_cast<long long>(square); };
        const FourSets placed = _mm256_set_epi64x(word(d), word(c), word(b), word(a));
        return {_mm256_xor_si256(other, flipped),
                _mm256_xor_si256(own, _mm256_or_si256(flipped, placed)), placed};
    }
};

} // namespace emilia::detail

#endif
