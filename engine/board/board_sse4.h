#pragma once

// Legal moves and flips with 128-bit vectors, for processors without AVX2. One lane has the board,
// the other the board upside down, so that a step down in both lanes goes down in one and up in the
// other. The two directions along a row are computed outside the vectors, at the same time. The
// method is that of the portable functions, explained in fills.h.

#if defined(__SSE4_2__) && !defined(__AVX2__)

#include "engine/board/fills.h"

#include <array>
#include <cstddef>

#include <immintrin.h>

namespace emilia::detail {

/// Both lanes of a set of squares: as it is, and upside down.
[[nodiscard]] inline __m128i upright_and_mirrored(Bitboard squares) noexcept {
    const __m128i bytes = _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 7, 6, 5, 4, 3, 2, 1, 0);
    return _mm_shuffle_epi8(_mm_cvtsi64_si128(static_cast<long long>(squares)), bytes);
}

/// The union of both lanes as squares of the upright board.
[[nodiscard]] inline Bitboard fold_mirrored(__m128i lanes) noexcept {
    return static_cast<Bitboard>(_mm_cvtsi128_si64(lanes))
           | __builtin_bswap64(static_cast<Bitboard>(_mm_extract_epi64(lanes, 1)));
}

struct ReplySquares {
    Bitboard legal; ///< squares right behind a row that could be flipped, and occupied ones
    Bitboard near;  ///< squares next to a disc that a move there could flip
};

[[nodiscard]] inline ReplySquares reply_squares(Bitboard own, Bitboard other) noexcept {
    const Bitboard inner = other & ~(a_file | h_file);
    const __m128i owns = upright_and_mirrored(own);
    const __m128i others = upright_and_mirrored(other);
    const __m128i inners =
        _mm_and_si128(others, _mm_set1_epi64x(static_cast<long long>(~(a_file | h_file))));
    __m128i legal = _mm_setzero_si128();
    __m128i near = _mm_setzero_si128();
    const auto add = [&](__m128i capturable, int distance) {
        const __m128i next = _mm_slli_epi64(capturable, distance);
        const __m128i pairs = _mm_and_si128(capturable, next);
        __m128i row = _mm_and_si128(capturable, _mm_slli_epi64(owns, distance));
        row = _mm_or_si128(row, _mm_and_si128(capturable, _mm_slli_epi64(row, distance)));
        row = _mm_or_si128(row, _mm_and_si128(pairs, _mm_slli_epi64(row, 2 * distance)));
        row = _mm_or_si128(row, _mm_and_si128(pairs, _mm_slli_epi64(row, 2 * distance)));
        legal = _mm_or_si128(legal, _mm_slli_epi64(row, distance));
        near = _mm_or_si128(near, next);
    };
    add(inners, 7);
    add(others, 8);
    add(inners, 9);
    return {fold_mirrored(legal) | reach_both_ways<1>(own, inner),
            fold_mirrored(near) | inner << 1 | inner >> 1};
}

/// The rays from a square.
struct alignas(64) MirroredRays {
    std::array<std::array<Bitboard, 2>, 3> downward; ///< in the upright and in the mirrored board
    Bitboard east;
    Bitboard west;
};

inline constexpr std::array<MirroredRays, square_count> mirrored_rays_from = [] {
    std::array<MirroredRays, square_count> result{};
    for (std::size_t i = 0; i < square_count; ++i) {
        const std::size_t mirrored = i ^ 56;
        const Rays& rays = rays_from[i];
        for (std::size_t k = 0; k < 3; ++k) {
            result[i].downward[k] = {rays.upward[k + 1], rays_from[mirrored].upward[k + 1]};
        }
        result[i].east = rays.upward[0];
        result[i].west = rays.downward[0];
    }
    return result;
}();

[[nodiscard]] inline Bitboard flips_sse4(Bitboard player, Bitboard opponent,
                                         Square square) noexcept {
    const MirroredRays& rays = mirrored_rays_from[static_cast<std::size_t>(index(square))];
    const __m128i own = upright_and_mirrored(player);
    const __m128i other = upright_and_mirrored(opponent);
    const __m128i zero = _mm_setzero_si128();
    const auto along = [&](const std::array<Bitboard, 2>& pair) {
        const __m128i ray = _mm_load_si128(reinterpret_cast<const __m128i*>(pair.data()));
        const __m128i end = _mm_andnot_si128(other, ray);
        const __m128i anchor = _mm_and_si128(_mm_and_si128(_mm_sub_epi64(zero, end), end), own);
        const __m128i none = _mm_cmpeq_epi64(anchor, zero); // -1, or else 0
        const __m128i before = _mm_sub_epi64(_mm_add_epi64(anchor, _mm_set1_epi64x(-1)), none);
        return _mm_and_si128(before, ray);
    };
    const __m128i flipped = _mm_or_si128(
        _mm_or_si128(along(rays.downward[0]), along(rays.downward[1])), along(rays.downward[2]));
    return fold_mirrored(flipped) | flips_upward(player, opponent, rays.east)
           | flips_downward(player, opponent, rays.west);
}

} // namespace emilia::detail

#endif
