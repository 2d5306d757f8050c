#pragma once

// Legal moves and flips with 256-bit vectors. Each of the four lines through a square (row, column
// and two diagonals) has a lane; its two directions are computed one after the other. The method is
// that of the portable functions, explained in fills.h. Only instruction sets with AVX2 use this.

#ifdef __AVX2__

#include "engine/board/fills.h"

#include <immintrin.h>

namespace emilia::detail {

[[nodiscard]] inline Bitboard fold_lanes(__m256i lanes) noexcept {
    const __m128i halves =
        _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    return static_cast<Bitboard>(
        _mm_cvtsi128_si64(_mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves))));
}

[[nodiscard]] inline __m256i broadcast(Bitboard squares) noexcept {
    return _mm256_set1_epi64x(static_cast<long long>(squares));
}

/// Squares right behind a row that could be flipped, and occupied ones.
[[nodiscard]] inline __m256i reply_lanes(__m256i own, __m256i other) noexcept {
    const __m256i distance = _mm256_set_epi64x(9, 8, 7, 1);
    const __m256i twice = _mm256_add_epi64(distance, distance);
    const auto inner_files = static_cast<long long>(~(a_file | h_file));
    const __m256i capturable =
        _mm256_and_si256(other, _mm256_set_epi64x(inner_files, -1, inner_files, inner_files));

    __m256i up = _mm256_and_si256(capturable, _mm256_sllv_epi64(own, distance));
    __m256i down = _mm256_and_si256(capturable, _mm256_srlv_epi64(own, distance));
    up = _mm256_or_si256(up, _mm256_and_si256(capturable, _mm256_sllv_epi64(up, distance)));
    down = _mm256_or_si256(down, _mm256_and_si256(capturable, _mm256_srlv_epi64(down, distance)));
    const __m256i pairs_up = _mm256_and_si256(capturable, _mm256_sllv_epi64(capturable, distance));
    const __m256i pairs_down = _mm256_srlv_epi64(pairs_up, distance);
    for (int step = 0; step < 2; ++step) {
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, twice)));
        down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, twice)));
    }
    return _mm256_or_si256(_mm256_sllv_epi64(up, distance), _mm256_srlv_epi64(down, distance));
}

[[nodiscard]] inline Bitboard legal_moves_avx2(Bitboard player, Bitboard opponent) noexcept {
    return fold_lanes(reply_lanes(broadcast(player), broadcast(opponent))) & ~(player | opponent);
}

/// Each lane has squares on one downward ray. Returns the highest of them and all squares of the
/// ray below it; nothing of the ray if the lane is empty. Bits outside the ray may be set, too.
[[nodiscard]] inline __m256i up_to_highest(__m256i squares) noexcept {
#ifdef __AVX512VL__
    return _mm256_srlv_epi64(_mm256_set1_epi64x(-1), _mm256_lzcnt_epi64(squares));
#else
    const __m256i distance = _mm256_set_epi64x(9, 8, 7, 1); // as in make_rays
    const auto with_next = [&squares](__m256i steps) {
        squares = _mm256_or_si256(squares, _mm256_srlv_epi64(squares, steps));
    };
    with_next(distance);
    with_next(_mm256_add_epi64(distance, distance));
    with_next(_mm256_slli_epi64(distance, 2));
    return squares;
#endif
}

/// The flips along each of the four lines, one in each lane.
[[nodiscard]] inline __m256i flips_in_lanes(__m256i own, __m256i other, Square square) noexcept {
    const Rays& rays = rays_from[static_cast<std::size_t>(index(square))];
    const auto load = [](const std::array<Bitboard, 4>& four) {
        return _mm256_load_si256(reinterpret_cast<const __m256i*>(four.data()));
    };
    const __m256i zero = _mm256_setzero_si256();

    const __m256i up = load(rays.upward);
    const __m256i end = _mm256_andnot_si256(other, up);
    const __m256i anchor =
        _mm256_and_si256(_mm256_and_si256(end, _mm256_sub_epi64(zero, end)), own);
    // Without an anchor the subtraction would flip the whole ray.
    __m256i before = _mm256_add_epi64(anchor, _mm256_set1_epi64x(-1));
    before = _mm256_andnot_si256(_mm256_cmpeq_epi64(anchor, zero), before);
    const __m256i flipped_up = _mm256_and_si256(before, up);

    // On a downward ray the nearer of two squares is the greater number. So there is an anchor if
    // the player's discs, as a number, are greater than the empty squares. Bit 63 is on no such
    // ray, so the signed comparison is right.
    const __m256i down = load(rays.downward);
    const __m256i own_down = _mm256_and_si256(own, down);
    const __m256i empty_down = _mm256_andnot_si256(_mm256_or_si256(own, other), down);
    const __m256i anchored = _mm256_and_si256(_mm256_cmpgt_epi64(own_down, empty_down), down);
    const __m256i flipped_down = _mm256_andnot_si256(up_to_highest(own_down), anchored);
    return _mm256_or_si256(flipped_up, flipped_down);
}

[[nodiscard]] inline Bitboard flips_avx2(Bitboard player, Bitboard opponent,
                                         Square square) noexcept {
    return fold_lanes(flips_in_lanes(broadcast(player), broadcast(opponent), square));
}

} // namespace emilia::detail

#endif
