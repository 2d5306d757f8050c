#pragma once

// Windows' own functions, without its macros `min` and `max`. The other headers need the first one.

#define WIN32_LEAN_AND_MEAN
#ifndef NOMINMAX
#define NOMINMAX
#endif
// clang-format off
#include <windows.h>
#include <psapi.h>
#include <shellapi.h>
// clang-format on
