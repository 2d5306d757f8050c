#pragma once

// Decimal numbers, read and written the same in every locale.

#include <optional>
#include <string>
#include <string_view>

namespace emilia {

/// Reads a number such as `12`, `.5` or `1e-5`, without a sign, that takes all of `text`. The text
/// begins with a digit or a full stop. None if it is malformed, too great or too small.
[[nodiscard]] std::optional<double> read_decimal(std::string_view text) noexcept;

/// The shortest text without an exponent that reads back as the same finite number.
[[nodiscard]] std::string write_decimal(double value);

} // namespace emilia
