#pragma once

// How an assembler for ELF, the format of programs on Linux and BSD, puts data among the
// constants.

#define EMILIA_BEGIN_CONSTANTS ".pushsection .rodata\n"
#define EMILIA_END_CONSTANTS ".popsection\n"
