#pragma once

// Embeds files in the program.

#include <cstddef>
#include <string_view>

#include <object_format.h> // of the system that the program is built for

/// Defines a function `std::string_view NAME()` in the current namespace that returns the bytes of
/// the file PATH. PATH is a string literal.
// NOLINTBEGIN(hicpp-no-assembler,cppcoreguidelines-macro-usage): C++20 has no other way
#define EMILIA_EMBED(NAME, PATH)                                                                   \
    __asm__(EMILIA_BEGIN_CONSTANTS #NAME "_begin:\n.incbin \"" PATH "\"\n" #NAME                   \
                                         "_end:\n" EMILIA_END_CONSTANTS);                          \
    extern "C" {                                                                                   \
    extern const char NAME##_begin[];                                                              \
    extern const char NAME##_end[];                                                                \
    }                                                                                              \
    static std::string_view NAME() noexcept {                                                      \
        return {NAME##_begin, static_cast<std::size_t>(NAME##_end - NAME##_begin)};                \
    }
// NOLINTEND(hicpp-no-assembler,cppcoreguidelines-macro-usage)
