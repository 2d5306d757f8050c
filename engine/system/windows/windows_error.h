#pragma once

// Windows' own errors as those of the C++ standard, which have the same messages on every system.

#include <system_error>

namespace emilia {

[[nodiscard]] std::error_code error_of_windows(unsigned long error) noexcept;

/// What went wrong in the last call of a Windows function in this thread.
[[nodiscard]] std::error_code last_error() noexcept;

} // namespace emilia
