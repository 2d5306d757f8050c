#pragma once

#include <string_view>

namespace emilia {

/// The version number of the program, such as `0.1.0`.
[[nodiscard]] std::string_view program_version() noexcept;

} // namespace emilia
