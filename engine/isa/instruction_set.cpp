#include "engine/isa/instruction_set.h"

#include <array>

#ifdef EMILIA_INSTRUCTION_SETS
#include <cpuid.h>

extern "C" emilia::HotCode emilia_hot_code_v2() noexcept;
extern "C" emilia::HotCode emilia_hot_code_v3() noexcept;
extern "C" emilia::HotCode emilia_hot_code_v4() noexcept;
#endif
extern "C" emilia::HotCode emilia_hot_code() noexcept;

namespace emilia {

#ifdef EMILIA_INSTRUCTION_SETS

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

/// The highest level of x86-64 (1 to 4, as defined by the System V psABI) that this processor and
/// its operating system support, as far as the engine needs its instructions.
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

} // namespace

std::span<const InstructionSet> instruction_sets() noexcept {
    static const int level = processor_level();
    static const std::array<InstructionSet, 4> all = {{
        {emilia_hot_code(), "x86-64", true},
        {emilia_hot_code_v2(), "x86-64-v2", level >= 2},
        {emilia_hot_code_v3(), "x86-64-v3", level >= 3},
        {emilia_hot_code_v4(), "x86-64-v4", level >= 4},
    }};
    return all;
}

#else

std::span<const InstructionSet> instruction_sets() noexcept {
#if defined(__aarch64__)
    constexpr const char* name = "arm64"; // every such processor has what the code uses
#elif defined(__AVX2__)
    constexpr const char* name = "x86-64-v3";
#else
    constexpr const char* name = "portable";
#endif
    static const std::array<InstructionSet, 1> all = {{{emilia_hot_code(), name, true}}};
    return all;
}

#endif

const InstructionSet& best_instruction_set() noexcept {
    const InstructionSet* best = &instruction_sets().front();
    for (const InstructionSet& set : instruction_sets()) {
        if (set.runs_here) best = &set;
    }
    return *best;
}

} // namespace emilia
