#pragma once

#include <cstdint>
#include <string>

namespace emilia {

/// `12,345,678`.
[[nodiscard]] std::string with_commas(std::uint64_t number);

/// Whole units a second; 0 where no time was measured.
[[nodiscard]] std::uint64_t per_second(std::uint64_t number, double seconds) noexcept;

} // namespace emilia
