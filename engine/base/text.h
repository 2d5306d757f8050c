#pragma once

// Small functions on text: blanks, lines, upper and lower case, character sets, quoting in
// messages. None of them depends on the locale.

#include <cstddef>
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

/// Whether `part` occurs in `text`, with any case of the letters a to z.
[[nodiscard]] bool contains_ignoring_case(std::string_view text, std::string_view part) noexcept;

/// `text` without the blanks at both ends. The result refers to the same characters.
[[nodiscard]] std::string_view trimmed(std::string_view text) noexcept;

/// `text` without the UTF-8 byte order mark that some editors write first.
[[nodiscard]] std::string_view without_byte_order_mark(std::string_view text) noexcept;

/// Puts `text` into single quotes for a message. It shortens long texts and writes everything that
/// is not printable ASCII as `\xNN`.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// Whether `text` is well-formed UTF-8 (RFC 3629).
[[nodiscard]] bool is_utf8(std::string_view text) noexcept;

/// Converts Latin-1 (ISO 8859-1) to UTF-8.
[[nodiscard]] std::string from_latin_1(std::string_view bytes);

/// `text` itself if it is UTF-8; otherwise it is read as Latin-1 and converted.
[[nodiscard]] std::string to_utf8(std::string_view text);

/// Replaces each control character of a UTF-8 text by a blank: those of ASCII, U+0080 to U+009F,
/// which some terminals obey, too, the line ends U+2028 and U+2029, and the characters that turn
/// the direction of a text, U+202A to U+202E and U+2066 to U+2069.
[[nodiscard]] std::string without_controls(std::string_view text);

/// `text` as UTF-8 for a message or a log: each of these control characters, and each byte that is
/// not UTF-8, is written as `\xNN`.
[[nodiscard]] std::string printable(std::string_view text);

struct TextLine {
    std::string_view text;  ///< without blanks at both ends
    std::size_t number = 1; ///< counted from 1
    std::size_t offset = 0; ///< of its beginning in the whole text
};

/// Splits a text into its lines.
class LineReader {
public:
    explicit LineReader(std::string_view text) noexcept : text_(text) {}
    /// The next line; none after the last one. Its characters are those of the text.
    [[nodiscard]] std::optional<TextLine> next() noexcept;

private:
    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t number_ = 0;
};

/// Removes the first word, up to a blank or tab, from the front of `text`. It is empty when no word
/// is left.
std::string_view take_word(std::string_view& text) noexcept;

} // namespace emilia
