#pragma once

// Embeds files in the program.

#include <cstddef>
#include <string_view>

// NOLINTBEGIN(cppcoreguidelines-macro-usage): the assembler takes text

// How the assembler of each object format puts data among the constants.
#if defined(__APPLE__)
#define EMILIA_BEGIN_CONSTANTS ".pushsection __TEXT,__const\n"
#define EMILIA_END_CONSTANTS ".popsection\n"
// The linker takes each symbol for the beginning of something that it may move or drop alone,
// except for an `.alt_entry`.
#define EMILIA_INNER_SYMBOL(SYMBOL) ".alt_entry " SYMBOL "\n"
#elif defined(_WIN32) // these two can't return to the section before, which is that of the code
#define EMILIA_BEGIN_CONSTANTS ".section .rdata,\"dr\"\n"
#define EMILIA_END_CONSTANTS ".text\n"
#elif defined(__wasm__)
#define EMILIA_BEGIN_CONSTANTS ".section .rodata.embedded,\"\",@\n"
#define EMILIA_END_CONSTANTS ".text\n"
#else // ELF
#define EMILIA_BEGIN_CONSTANTS ".pushsection .rodata\n"
#define EMILIA_END_CONSTANTS ".popsection\n"
#endif
#ifndef EMILIA_INNER_SYMBOL
#define EMILIA_INNER_SYMBOL(SYMBOL) ""
#endif

// The name of a symbol after what the compiler puts before each, an underscore on macOS.
#define EMILIA_QUOTED(TEXT) #TEXT
#define EMILIA_QUOTED_VALUE(MACRO) EMILIA_QUOTED(MACRO)
#define EMILIA_SYMBOL(NAME) EMILIA_QUOTED_VALUE(__USER_LABEL_PREFIX__) NAME

// Global, because the linker of 64-bit ARM takes the beginning of its section for any other symbol.
#define EMILIA_GLOBAL(SYMBOL) ".globl " SYMBOL "\n" SYMBOL ":\n"
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
