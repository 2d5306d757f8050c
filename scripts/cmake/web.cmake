# Builds for browsers with Emscripten: WebAssembly in one thread, with vectors of 128 bits, which
# browsers of 2023 and newer have. Emscripten translates the intrinsics of SSE4.2 to them: `emilia bench`
# searches 2.0 million nodes/s without vectors, 4.1 with those of the compiler, 6.1 with intrinsics.
include(/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake)
set(CMAKE_CXX_FLAGS_INIT "-msimd128 -msse4.2 -fwasm-exceptions")
set(CMAKE_EXE_LINKER_FLAGS_INIT -fwasm-exceptions)
