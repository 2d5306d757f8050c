#pragma once

// Numbers as people read them.

#include <cstdint>
#include <string>
#include <string_view>

namespace emilia {

/// Writes a number with commas: `12,345,678`.
[[nodiscard]] std::string with_commas(std::uint64_t number);

/// More than one thing: `games`, `searches`.
[[nodiscard]] std::string plural(std::string_view thing);

/// A number of things, with commas: `1 game`, `2,000 games`, `3 searches`.
[[nodiscard]] std::string counted(std::uint64_t number, std::string_view thing);

/// Rounds down to whole units per second; 0 if `seconds` is 0.
[[nodiscard]] std::uint64_t per_second(std::uint64_t number, double seconds) noexcept;

} // namespace emilia
