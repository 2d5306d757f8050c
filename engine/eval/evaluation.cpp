#include "engine/eval/evaluation.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#ifdef __AVX2__
#include <immintrin.h>
#endif

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuninitialized" // GCC 12 on its own 512-bit intrinsics
#endif

namespace emilia {
namespace {

/// For each lane the middle of its feature's table.
struct alignas(64) Middles {
    std::array<std::int32_t, pattern_lanes> lane;
};
constexpr Middles middles = [] {
    Middles result{};
    for (std::size_t i = 0; i < pattern_lanes; ++i) {
        std::size_t middle = Weights::zero_entry;
        if (i < feature_count) {
            const std::size_t shape = features[i].shape;
            middle = table_start(shape) + content_count(shape) / 2;
        }
        result.lane[i] = static_cast<std::int32_t>(middle);
    }
    return result;
}();

#ifdef __AVX2__

// A gather reads 32 bits; the weight is the lower half of them.
#ifdef __AVX512F__

int sum_of_weights(const Weight* table, const std::int16_t* contents) noexcept {
    constexpr std::size_t lanes = 16;
    __m512i sum = _mm512_setzero_si512();
    for (std::size_t i = 0; i < feature_count; i += lanes) {
        const __m512i content = _mm512_cvtepi16_epi32(
            _mm256_load_si256(reinterpret_cast<const __m256i*>(contents + i)));
        const __m512i middle = _mm512_load_si512(middles.lane.data() + i);
        const __m512i read =
            _mm512_i32gather_epi32(_mm512_add_epi32(content, middle), table, sizeof(Weight));
        sum = _mm512_add_epi32(sum, _mm512_srai_epi32(_mm512_slli_epi32(read, 16), 16));
    }
    return _mm512_reduce_add_epi32(sum);
}

#else

int sum_of_weights(const Weight* table, const std::int16_t* contents) noexcept {
    const auto* const words = reinterpret_cast<const int*>(table);
    constexpr std::size_t lanes = 8;
    __m256i sum = _mm256_setzero_si256();
    for (std::size_t i = 0; i < feature_count; i += lanes) {
        const __m256i content =
            _mm256_cvtepi16_epi32(_mm_load_si128(reinterpret_cast<const __m128i*>(contents + i)));
        const __m256i middle =
            _mm256_load_si256(reinterpret_cast<const __m256i*>(middles.lane.data() + i));
        const __m256i read =
            _mm256_i32gather_epi32(words, _mm256_add_epi32(content, middle), sizeof(Weight));
        sum = _mm256_add_epi32(sum, _mm256_srai_epi32(_mm256_slli_epi32(read, 16), 16));
    }
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0b01'00'11'10));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0b10'11'00'01));
    return _mm_cvtsi128_si32(half);
}

#endif

#else

int sum_of_weights(const Weight* table, const std::int16_t* contents) noexcept {
    int sum = 0;
    for (std::size_t i = 0; i < feature_count; ++i) sum += table[middles.lane[i] + contents[i]];
    return sum;
}

#endif

} // namespace

Score evaluate(const Weights& weights, const PatternBoard& position) noexcept {
    // Boards that no game can reach have more empty squares than there are tables.
    const int empties = std::min(position.board().empties(), static_cast<int>(empties_numbers) - 1);
    const int sum =
        weights.constant(empties) + sum_of_weights(weights.table(empties), position.contents());
    constexpr int bound = 63 * weight_units_per_disc;
    return Score::from_hundredths(std::clamp(sum, -bound, bound) * 100 / weight_units_per_disc);
}

} // namespace emilia
