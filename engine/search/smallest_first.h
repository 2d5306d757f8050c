#pragma once

// Takes the smallest of up to eight numbers, again and again. Most cut-offs come early, so that
// sorting all would be a waste; and no branch depends on the numbers, because none could be
// predicted. One instruction of SSE4.1 does all the work, a few of 64-bit ARM's do the same.

#include <array>
#include <cstddef>
#include <cstdint>

#if defined(__SSE4_1__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <bit>

#include <arm_neon.h>
#endif

namespace emilia {

class SmallestFirst {
public:
    static constexpr std::size_t capacity = 8;
    static constexpr std::uint16_t largest = 0xffff; ///< never set: stands for a number taken

    /// Sets the number in `place`, before the first is taken.
    void set(std::size_t place, int number) noexcept {
        numbers_[place] = static_cast<std::uint16_t>(number);
    }

#ifdef __AVX2__
    /// Sets all numbers at once; those that stand for none are the largest ones.
    void set_all(__m128i numbers) noexcept {
        _mm_store_si128(reinterpret_cast<__m128i*>(numbers_.data()), numbers);
    }
#endif

    /// The place of the smallest number that is left, the first of equal ones. There must be one.
    [[nodiscard]] std::size_t take() noexcept {
#if defined(__SSE4_1__)
        auto* const numbers = reinterpret_cast<__m128i*>(numbers_.data());
        const __m128i left = _mm_load_si128(numbers);
        const auto place = static_cast<std::size_t>(_mm_extract_epi16(_mm_minpos_epu16(left), 1));
        const auto* const taken = reinterpret_cast<const __m128i*>(only[place].data());
        _mm_store_si128(numbers, _mm_or_si128(left, _mm_load_si128(taken)));
        return place;
#elif defined(__aarch64__)
        const uint16x8_t left = vld1q_u16(numbers_.data());
        const uint8x8_t smallest = vmovn_u16(vceqq_u16(left, vdupq_n_u16(vminvq_u16(left))));
        const auto place = static_cast<std::size_t>(
            std::countr_zero(vget_lane_u64(vreinterpret_u64_u8(smallest), 0)) / 8);
        vst1q_u16(numbers_.data(), vorrq_u16(left, vld1q_u16(only[place].data())));
        return place;
#else
        std::size_t place = 0;
        for (std::size_t i = 1; i < capacity; ++i)
            place = numbers_[i] < numbers_[place] ? i : place;
        numbers_[place] = largest;
        return place;
#endif
    }

private:
    using Numbers = std::array<std::uint16_t, capacity>;

#if defined(__SSE4_1__) || defined(__aarch64__)
    /// In row i, only place i is set.
    alignas(16) static constexpr std::array<Numbers, capacity> only = [] {
        std::array<Numbers, capacity> rows{};
        for (std::size_t i = 0; i < capacity; ++i) rows[i][i] = largest;
        return rows;
    }();
#endif

    alignas(16) Numbers numbers_ = {largest, largest, largest, largest,
                                    largest, largest, largest, largest};
};

} // namespace emilia
