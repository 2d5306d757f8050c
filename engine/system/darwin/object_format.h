#pragma once

// How an assembler for Mach-O, the format of programs on macOS, puts data among the constants. The
// linker takes each symbol for the beginning of something that it may move or drop alone, except
// for an `.alt_entry`.

#define EMILIA_BEGIN_CONSTANTS ".pushsection __TEXT,__const\n"
#define EMILIA_END_CONSTANTS ".popsection\n"
#define EMILIA_INNER_SYMBOL(SYMBOL) ".alt_entry " SYMBOL "\n"
