#pragma once

// Numbers as text, the same in every locale: as people read them, and as files and users write
// them.

#include <charconv>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace emilia {

/// Writes a number with commas: `12,345,678`.
[[nodiscard]] std::string with_commas(std::uint64_t number);

/// The plural of an English noun: `games`, `searches`.
[[nodiscard]] std::string plural(std::string_view thing);

/// A number of things, with commas: `1 game`, `2,000 games`, `3 searches`.
[[nodiscard]] std::string counted(std::uint64_t number, std::string_view thing);

/// Rounds down to whole units per second; 0 if `seconds` is 0.
[[nodiscard]] std::uint64_t per_second(std::uint64_t number, double seconds) noexcept;

/// Parses an integer in any base. Nothing may precede or follow it, not even a plus sign.
template <std::integral Number = int>
[[nodiscard]] std::optional<Number> whole_number(std::string_view text, int base = 10) noexcept {
    Number number = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number, base);
    if (error != std::errc() || rest != end) return std::nullopt;
    return number;
}

/// Parses `A`, which stands for `A-A`, or `A-B` with `A` at most `B`, both whole numbers.
[[nodiscard]] std::optional<std::pair<int, int>> parse_range(std::string_view text) noexcept;

/// Parses a text such as `12`, `+12`, `-1.00`, `.5` or `1e-5`. Nothing may follow the number, and
/// it must be finite.
[[nodiscard]] std::optional<double> parse_decimal(std::string_view text) noexcept;

/// The shortest text without an exponent that reads back as the same finite number.
[[nodiscard]] std::string to_decimal(double value);

} // namespace emilia
