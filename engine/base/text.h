#pragma once

// Small tools that the readers and writers of this folder share: blanks, case, quotations in
// messages, decimal numbers. None depends on the locale.

#include <optional>
#include <string>
#include <string_view>

namespace emilia {

[[nodiscard]] constexpr bool is_blank(char character) noexcept {
    return character == ' ' || (character >= '\t' && character <= '\r');
}

[[nodiscard]] constexpr bool is_digit(char character) noexcept {
    return character >= '0' && character <= '9';
}

[[nodiscard]] constexpr char to_lower(char character) noexcept {
    return character >= 'A' && character <= 'Z' ? static_cast<char>(character - 'A' + 'a')
                                                : character;
}

[[nodiscard]] constexpr char to_upper(char character) noexcept {
    return character >= 'a' && character <= 'z' ? static_cast<char>(character - 'a' + 'A')
                                                : character;
}

[[nodiscard]] std::string to_upper(std::string text);

[[nodiscard]] bool equal_ignoring_case(std::string_view left, std::string_view right) noexcept;

/// `text` without the blanks at both ends; a view into the same characters.
[[nodiscard]] std::string_view trimmed(std::string_view text) noexcept;

/// `text` between single quotes, fit for a message: shortened if it is long, and everything but
/// printable ASCII written as `\xNN`.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// Whether `text` is well-formed UTF-8 (RFC 3629).
[[nodiscard]] bool is_utf8(std::string_view text) noexcept;

/// Reads a whole text such as `12`, `+12`, `-1.00`, `.5`; finite numbers only.
[[nodiscard]] std::optional<double> parse_decimal(std::string_view text) noexcept;

/// The shortest text without an exponent that reads back as the same number.
[[nodiscard]] std::string to_decimal(double value);

/// Cuts the first word, up to a blank or tab, off the front of `text`; empty when none is left.
[[nodiscard]] std::string_view take_word(std::string_view& text) noexcept;

/// A whole number that fills `text`, nothing before or after it.
[[nodiscard]] std::optional<int> whole_number(std::string_view text) noexcept;

} // namespace emilia
