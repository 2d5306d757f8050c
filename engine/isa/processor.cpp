#include "engine/isa/processor.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace emilia {

#if defined(__x86_64__)

namespace {

/// The result of the cpuid instruction for a leaf; zeros if the processor doesn't have the leaf.
struct Leaf {
    unsigned a = 0, b = 0, c = 0, d = 0;
};

Leaf leaf(unsigned number) noexcept {
    Leaf registers;
    __get_cpuid_count(number, 0, &registers.a, &registers.b, &registers.c, &registers.d);
    return registers;
}

/// The vector registers that the operating system saves. Without its support a program can't use
/// them, whatever the processor has.
unsigned saved_registers() noexcept {
    unsigned low = 0;
    unsigned high = 0;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

constexpr bool has_all(unsigned value, unsigned wanted) noexcept {
    return (value & wanted) == wanted;
}

} // namespace

int processor_level() noexcept {
    const Leaf basic = leaf(1);
    const Leaf features = leaf(7);
    const Leaf extended = leaf(0x8000'0001);

    constexpr unsigned v2 =
        bit_SSE3 | bit_SSSE3 | bit_SSE4_1 | bit_SSE4_2 | bit_POPCNT | bit_CMPXCHG16B;
    if (!has_all(basic.c, v2)) return 1;

    constexpr unsigned v3 = bit_AVX | bit_F16C | bit_FMA | bit_MOVBE | bit_OSXSAVE;
    constexpr unsigned v3_features = bit_BMI | bit_BMI2 | bit_AVX2;
    constexpr unsigned ymm = 0b110; // SSE and AVX registers
    if (!has_all(basic.c, v3) || !has_all(features.b, v3_features)
        || !has_all(extended.c, bit_LZCNT) || !has_all(saved_registers(), ymm)) {
        return 2;
    }

    constexpr unsigned v4_features =
        bit_AVX512F | bit_AVX512BW | bit_AVX512CD | bit_AVX512DQ | bit_AVX512VL;
    constexpr unsigned zmm = 0b1110'0110; // also the three kinds of AVX-512
    if (!has_all(features.b, v4_features) || !has_all(saved_registers(), zmm)) return 3;
    return 4;
}

#else

int processor_level() noexcept {
    return 1;
}

#endif

} // namespace emilia
