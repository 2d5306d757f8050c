#pragma once

// Windows' own functions, without its macros `min` and `max`, and its errors as those of the C++
// standard, which have the same messages on every system.

#include <system_error>

#define WIN32_LEAN_AND_MEAN
#ifndef NOMINMAX
#define NOMINMAX
#endif
// clang-format off
#include <windows.h> // the others need it
#include <psapi.h>
#include <shellapi.h>
// clang-format on

namespace emilia {

[[nodiscard]] std::error_code error_of_windows(DWORD error) noexcept;

/// Why the last call of a Windows function in this thread failed.
[[nodiscard]] std::error_code last_error() noexcept;

} // namespace emilia
