#pragma once

// Bytes as the text that they mean, and text in the characters that the readers know.

#include <optional>
#include <string>
#include <string_view>

namespace emilia {

/// A text in UTF-8, or in whatever bytes the file has if nothing says what they mean.
struct DecodedText {
    std::string text;
    std::string note; ///< what could not be decoded and why, for the user; mostly empty
};

/// Removes a byte order mark, decodes UTF-16 if it begins with one, and decodes the character set
/// that SGF names in `CA`, unless the text is UTF-8 already. A text in another character set must
/// be decoded before it is parsed: in Shift_JIS the second byte of a character may be `\` or `]`.
[[nodiscard]] DecodedText decoded_text(std::string_view bytes);

/// `text` in ASCII, as far as people write squares and discs in other characters: full-width
/// letters and digits, discs such as U+25CF, box-drawing lines and dashes. What else it has stays.
/// Lines stay lines, and the result is never longer.
[[nodiscard]] std::string in_plain_characters(std::string_view text);

} // namespace emilia
