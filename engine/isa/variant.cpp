#include "engine/isa/variant.h"

#include "engine/isa/processor.h"
#include "engine/isa/variant_table.h"

#include <array>

#ifdef EMILIA_VARIANTS
extern "C" const emilia::Variant* emilia_variant_v2() noexcept;
extern "C" const emilia::Variant* emilia_variant_v3() noexcept;
extern "C" const emilia::Variant* emilia_variant_v4() noexcept;
#endif

namespace emilia {

#ifndef EMILIA_VARIANTS
namespace {

#if defined(__aarch64__)
constexpr std::string_view only_variant = "arm64"; // every such processor has what the code uses
#elif defined(__AVX2__)
constexpr std::string_view only_variant = "x86-64-v3";
#else
constexpr std::string_view only_variant = "portable";
#endif

} // namespace
#endif

std::span<const NamedVariant> variants() noexcept {
#ifdef EMILIA_VARIANTS
    static const int level = processor_level();
    static const std::array<NamedVariant, 4> all = {{
        {"x86-64", &variant_table, true},
        {"x86-64-v2", emilia_variant_v2(), level >= 2},
        {"x86-64-v3", emilia_variant_v3(), level >= 3},
        {"x86-64-v4", emilia_variant_v4(), level >= 4},
    }};
#else
    static const std::array<NamedVariant, 1> all = {{{only_variant, &variant_table, true}}};
#endif
    return all;
}

const NamedVariant& best_named_variant() noexcept {
    const NamedVariant* best = &variants().front();
    for (const NamedVariant& variant : variants()) {
        if (variant.runs_here) best = &variant;
    }
    return *best;
}

} // namespace emilia
