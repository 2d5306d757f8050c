#pragma once

// Products of 16-bit lanes, for which the compiler's vector types have no operator. All processors
// compute the same.

#include "engine/eval/pattern_board.h"

#include <cstdint>

#ifdef __SSE2__
#include <immintrin.h>
#endif

namespace emilia::detail {

using WideLanes [[gnu::vector_size(sizeof(Lanes))]] = std::int32_t;

/// For each two neighbouring lanes the sum of their products: a[0] · b[0] + a[1] · b[1], …
[[nodiscard, gnu::always_inline]] inline WideLanes multiply_pairs(Lanes a, Lanes b) noexcept {
#if defined(__AVX2__)
    return reinterpret_cast<WideLanes>(
        _mm256_madd_epi16(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b)));
#elif defined(__SSE2__)
    return reinterpret_cast<WideLanes>(
        _mm_madd_epi16(reinterpret_cast<__m128i>(a), reinterpret_cast<__m128i>(b)));
#else
    WideLanes result;
    for (std::size_t i = 0; i < lanes_in_vector / 2; ++i)
        result[i] = a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1];
    return result;
#endif
}

/// The upper 16 bits of each product.
[[nodiscard, gnu::always_inline]] inline Lanes multiply_high(Lanes a, Lanes b) noexcept {
#if defined(__AVX2__)
    return reinterpret_cast<Lanes>(
        _mm256_mulhi_epi16(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b)));
#elif defined(__SSE2__)
    return reinterpret_cast<Lanes>(
        _mm_mulhi_epi16(reinterpret_cast<__m128i>(a), reinterpret_cast<__m128i>(b)));
#else
    Lanes result;
    for (std::size_t i = 0; i < lanes_in_vector; ++i)
        result[i] = static_cast<std::int16_t>((a[i] * b[i]) >> 16);
    return result;
#endif
}

} // namespace emilia::detail
