#pragma once

// Embeds files in the program.

#include <cstddef>
#include <string_view>

#include <object_format.h> // of the system that the program is built for

// The name of a symbol after what the compiler puts before each, an underscore on macOS.
// NOLINTBEGIN(cppcoreguidelines-macro-usage): the assembler takes text
#define EMILIA_QUOTED(TEXT) #TEXT
#define EMILIA_QUOTED_VALUE(MACRO) EMILIA_QUOTED(MACRO)
#define EMILIA_SYMBOL(NAME) EMILIA_QUOTED_VALUE(__USER_LABEL_PREFIX__) NAME

// For a symbol that is not global the linker of 64-bit ARM would take the beginning of its section.
#define EMILIA_GLOBAL(SYMBOL) ".globl " SYMBOL "\n" SYMBOL ":\n"

// Only some systems must be told that a symbol belongs to what is before it.
#ifndef EMILIA_INNER_SYMBOL
#define EMILIA_INNER_SYMBOL(SYMBOL) ""
#endif
// NOLINTEND(cppcoreguidelines-macro-usage)

/// Defines a function `std::string_view NAME()` in the current namespace that returns the bytes of
/// the file PATH. PATH is a string literal.
// NOLINTBEGIN(hicpp-no-assembler,cppcoreguidelines-macro-usage): C++20 has no other way
// clang-format off
#define EMILIA_EMBED(NAME, PATH)                                                                   \
    __asm__(EMILIA_BEGIN_CONSTANTS                                                                 \
            EMILIA_GLOBAL(EMILIA_SYMBOL(#NAME "_begin"))                                           \
            ".incbin \"" PATH "\"\n"                                                               \
            EMILIA_INNER_SYMBOL(EMILIA_SYMBOL(#NAME "_end"))                                       \
            EMILIA_GLOBAL(EMILIA_SYMBOL(#NAME "_end"))                                             \
            EMILIA_END_CONSTANTS);                                                                 \
    extern "C" {                                                                                   \
    extern const char NAME##_begin[];                                                              \
    extern const char NAME##_end[];                                                                \
    }                                                                                              \
    static std::string_view NAME() noexcept {                                                      \
        return {NAME##_begin, static_cast<std::size_t>(NAME##_end - NAME##_begin)};                \
    }
// clang-format on
// NOLINTEND(hicpp-no-assembler,cppcoreguidelines-macro-usage)
