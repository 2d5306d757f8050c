#pragma once

#include <cstdint>
#include <string>

namespace emilia {

/// Writes a number with commas: `12,345,678`.
[[nodiscard]] std::string with_commas(std::uint64_t number);

/// Rounds down to whole units per second; 0 if `seconds` is 0.
[[nodiscard]] std::uint64_t per_second(std::uint64_t number, double seconds) noexcept;

} // namespace emilia
