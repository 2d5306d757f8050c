#pragma once

// How an assembler for WebAssembly puts data among the constants. It can't go back to the section
// before, which is that of the code.

#define EMILIA_BEGIN_CONSTANTS ".section .rodata.embedded,\"\",@\n"
#define EMILIA_END_CONSTANTS ".text\n"
