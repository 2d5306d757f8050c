# The libraries that Emilia uses, as targets with the same names wherever they come from: installed for
# the system that the program is built for, or, for another system or another C++ library, in the folder
# EMILIA_DEPENDENCIES, which scripts/lib/dependencies.sh fills. It holds `include`, with the headers of
# all, and the sources of the two that are compiled.
set(EMILIA_DEPENDENCIES "" CACHE PATH "Libraries to compile; empty: they are installed")

find_package(Threads REQUIRED)
set(EMILIA_FMT fmt::fmt)

if(NOT EMILIA_DEPENDENCIES)
  if(EMILIA_STATIC)
    set(Boost_USE_STATIC_LIBS ON)
    set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
    add_link_options(-static)
  endif()
  find_package(Boost 1.74 REQUIRED CONFIG COMPONENTS program_options)
  find_package(fmt REQUIRED)
  if(EMILIA_STATIC) # Debian has {fmt} only as headers and as a shared library
    set(EMILIA_FMT fmt::fmt-header-only)
  endif()
  find_package(nlohmann_json REQUIRED)
  find_package(tl-expected REQUIRED)
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(zstd REQUIRED IMPORTED_TARGET libzstd)
  # Optional: with it, `emilia play` has a screen.
  pkg_check_modules(ncursesw IMPORTED_TARGET ncursesw)
  # Optional: with it, compressed files of games are read. A program in one file would need the many
  # libraries that it uses, too.
  if(NOT EMILIA_STATIC)
    pkg_check_modules(libarchive IMPORTED_TARGET libarchive)
  endif()
  return()
endif()

enable_language(C)

function(emilia_add_headers target) # DEFINITIONS...
  add_library(${target} INTERFACE IMPORTED)
  target_include_directories(${target} INTERFACE ${EMILIA_DEPENDENCIES}/include)
  target_compile_definitions(${target} INTERFACE ${ARGN})
endfunction()
emilia_add_headers(Boost::headers)
emilia_add_headers(fmt::fmt FMT_HEADER_ONLY)
emilia_add_headers(nlohmann_json::nlohmann_json)
emilia_add_headers(tl::expected)
if(CMAKE_CROSSCOMPILING)
  emilia_add_headers(Catch2::Catch2)
endif()

function(emilia_add_compiled target library) # SOURCES...
  add_library(${library} STATIC EXCLUDE_FROM_ALL ${ARGN})
  target_include_directories(${library} SYSTEM PUBLIC ${EMILIA_DEPENDENCIES}/include)
  target_compile_options(${library} PRIVATE -w) # their warnings are not ours
  add_library(${target} ALIAS ${library})
endfunction()
file(GLOB options_sources ${EMILIA_DEPENDENCIES}/program_options/src/*.cpp)
emilia_add_compiled(Boost::program_options boost_program_options ${options_sources})
file(GLOB zstd_sources ${EMILIA_DEPENDENCIES}/zstd/lib/common/*.c
                       ${EMILIA_DEPENDENCIES}/zstd/lib/compress/*.c
                       ${EMILIA_DEPENDENCIES}/zstd/lib/decompress/*.c)
emilia_add_compiled(PkgConfig::zstd zstd ${zstd_sources})
target_compile_definitions(zstd PRIVATE ZSTD_DISABLE_ASM)
