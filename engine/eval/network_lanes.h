#pragma once

// Products of 16-bit lanes, for which the compiler's vector types have no operator. All processors
// compute the same: sums of 32 bits that overflow wrap around.

#include "engine/eval/pattern_board.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#if defined(__SSE2__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace emilia::detail {

using WideLanes [[gnu::vector_size(sizeof(Lanes))]] = std::int32_t;

/// Adds lane by lane. A sum that overflows wraps around, which is meant.
template <class Vector>
[[gnu::always_inline]] __attribute__((no_sanitize("signed-integer-overflow"))) inline void
add_wrapping(Vector& sum, Vector addend) noexcept {
    sum += addend;
}

#ifdef __aarch64__

/// Sums of products: adding `a` and `b` adds a[0] · b[0] + a[1] · b[1] to the first sum, and so on
/// for each two neighbouring lanes.
class PairSums {
public:
    // Each product is added by the multiplication itself, and the neighbours only in the end.
    [[gnu::always_inline]] void add(Lanes a, Lanes b) noexcept {
        const auto left = reinterpret_cast<int16x8_t>(a);
        const auto right = reinterpret_cast<int16x8_t>(b);
        lower_ = vmlal_s16(lower_, vget_low_s16(left), vget_low_s16(right));
        upper_ = vmlal_high_s16(upper_, left, right);
    }
    [[nodiscard, gnu::always_inline]] WideLanes sums() const noexcept {
        return reinterpret_cast<WideLanes>(vpaddq_s32(lower_, upper_));
    }

private:
    int32x4_t lower_ = vdupq_n_s32(0);
    int32x4_t upper_ = vdupq_n_s32(0);
};

#else

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

/// Sums of these products.
class PairSums {
public:
    [[gnu::always_inline]] void add(Lanes a, Lanes b) noexcept {
        add_wrapping(sums_, multiply_pairs(a, b));
    }
    [[nodiscard, gnu::always_inline]] WideLanes sums() const noexcept { return sums_; }

private:
    WideLanes sums_{};
};

#endif

/// The upper 16 bits of each product.
[[nodiscard, gnu::always_inline]] inline Lanes multiply_high(Lanes a, Lanes b) noexcept {
#if defined(__AVX2__)
    return reinterpret_cast<Lanes>(
        _mm256_mulhi_epi16(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b)));
#elif defined(__SSE2__)
    return reinterpret_cast<Lanes>(
        _mm_mulhi_epi16(reinterpret_cast<__m128i>(a), reinterpret_cast<__m128i>(b)));
#elif defined(__aarch64__)
    const auto left = reinterpret_cast<int16x8_t>(a);
    const auto right = reinterpret_cast<int16x8_t>(b);
    const int32x4_t lower = vmull_s16(vget_low_s16(left), vget_low_s16(right));
    const int32x4_t upper = vmull_high_s16(left, right);
    return reinterpret_cast<Lanes>(
        vuzp2q_s16(vreinterpretq_s16_s32(lower), vreinterpretq_s16_s32(upper)));
#else
    Lanes result;
    for (std::size_t i = 0; i < lanes_in_vector; ++i)
        result[i] = static_cast<std::int16_t>((a[i] * b[i]) >> 16);
    return result;
#endif
}

/// The numbers of `a` and those of `b` as 16 bits; what does not fit becomes the nearest that does.
[[nodiscard, gnu::always_inline]] inline Lanes narrowed(WideLanes a, WideLanes b) noexcept {
#if defined(__AVX2__)
    // The instruction takes half of each, in turns.
    const __m256i halves =
        _mm256_packs_epi32(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b));
    return reinterpret_cast<Lanes>(_mm256_permute4x64_epi64(halves, 0xd8));
#elif defined(__SSE2__)
    return reinterpret_cast<Lanes>(
        _mm_packs_epi32(reinterpret_cast<__m128i>(a), reinterpret_cast<__m128i>(b)));
#elif defined(__aarch64__)
    const int16x4_t lower = vqmovn_s32(reinterpret_cast<int32x4_t>(a));
    return reinterpret_cast<Lanes>(vqmovn_high_s32(lower, reinterpret_cast<int32x4_t>(b)));
#else
    using Limits = std::numeric_limits<std::int16_t>;
    constexpr std::size_t half = lanes_in_vector / 2;
    Lanes result;
    for (std::size_t i = 0; i < lanes_in_vector; ++i) {
        const std::int32_t number = i < half ? a[i] : b[i - half];
        result[i] = static_cast<std::int16_t>(
            std::clamp<std::int32_t>(number, Limits::min(), Limits::max()));
    }
    return result;
#endif
}

} // namespace emilia::detail
