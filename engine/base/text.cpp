#include "engine/base/text.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include <fmt/format.h>

namespace emilia {
namespace {

std::string escape(char byte) {
    return fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
}

/// The number of bytes of the character with which a text begins; 0 if they are not UTF-8.
std::size_t character_size(std::string_view text) noexcept {
    struct Form {
        unsigned char least, most; ///< range of the lead byte
        std::size_t size;
        unsigned char low = 0x80; ///< range of the second byte
        unsigned char high = 0xbf;
    };
    constexpr std::array<Form, 9> forms{{{0x00, 0x7f, 1},
                                         {0xc2, 0xdf, 2},
                                         {0xe0, 0xe0, 3, 0xa0},
                                         {0xe1, 0xec, 3},
                                         {0xed, 0xed, 3, 0x80, 0x9f},
                                         {0xee, 0xef, 3},
                                         {0xf0, 0xf0, 4, 0x90},
                                         {0xf1, 0xf3, 4},
                                         {0xf4, 0xf4, 4, 0x80, 0x8f}}};
    const auto byte = [text](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    const auto form = std::find_if(forms.begin(), forms.end(), [&byte](const Form& each) {
        return each.least <= byte(0) && byte(0) <= each.most;
    });
    if (form == forms.end() || text.size() < form->size) return 0;
    for (std::size_t at = 1; at < form->size; ++at) {
        if (byte(at) < (at == 1 ? form->low : 0x80) || byte(at) > (at == 1 ? form->high : 0xbf))
            return 0;
    }
    return form->size;
}

/// Whether a character ends a line, turns the direction of the text, or is obeyed by a terminal.
bool is_control(std::string_view character) noexcept {
    if (character.size() == 1)
        return (character[0] >= 0 && character[0] < ' ') || character == "\x7f";
    return (character >= "\xc2\x80" && character <= "\xc2\x9f")             // U+0080 to U+009F
           || (character >= "\xe2\x80\xa8" && character <= "\xe2\x80\xae")  // U+2028 to U+202E
           || (character >= "\xe2\x81\xa6" && character <= "\xe2\x81\xa9"); // U+2066 to U+2069
}

/// `text` with each character replaced; a byte that is not UTF-8 counts as a character.
template <typename Replacement>
std::string with_replaced(std::string_view text, const Replacement& replacement) {
    std::string result;
    while (!text.empty()) {
        const std::string_view character =
            text.substr(0, std::max<std::size_t>(character_size(text), 1));
        result += replacement(character);
        text.remove_prefix(character.size());
    }
    return result;
}

} // namespace

std::string to_upper(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](char c) { return to_upper(c); });
    return text;
}

bool equal_ignoring_case(std::string_view left, std::string_view right) noexcept {
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      [](char a, char b) { return to_lower(a) == to_lower(b); });
}

std::string_view without_byte_order_mark(std::string_view text) noexcept {
    constexpr std::string_view mark = "\xef\xbb\xbf";
    return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

bool contains_ignoring_case(std::string_view text, std::string_view part) noexcept {
    return part.empty()
           || std::search(text.begin(), text.end(), part.begin(), part.end(), [](char a, char b) {
                  return to_lower(a) == to_lower(b);
              }) != text.end();
}

std::string_view trimmed(std::string_view text) noexcept {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

std::string in_quotes(std::string_view text) {
    constexpr std::size_t most = 24;
    std::string result = "'";
    for (const char character : text.substr(0, most)) {
        const bool is_printable = character >= ' ' && character <= '~';
        result += is_printable ? std::string(1, character) : escape(character);
    }
    return result + (text.size() > most ? "...'" : "'");
}

bool is_utf8(std::string_view text) noexcept {
    while (!text.empty()) {
        const std::size_t size = character_size(text);
        if (size == 0) return false;
        text.remove_prefix(size);
    }
    return true;
}

std::string from_latin_1(std::string_view bytes) {
    std::string text;
    for (const char character : bytes) {
        const auto code = static_cast<unsigned char>(character);
        if (code < 0x80) {
            text += character;
        } else {
            text += static_cast<char>(0xc0 | code >> 6);
            text += static_cast<char>(0x80 | (code & 0x3f));
        }
    }
    return text;
}

std::string to_utf8(std::string_view text) {
    return is_utf8(text) ? std::string(text) : from_latin_1(text);
}

std::string without_controls(std::string_view text) {
    return with_replaced(
        text, [](std::string_view character) { return is_control(character) ? " " : character; });
}

std::string printable(std::string_view text) {
    return with_replaced(text, [](std::string_view character) {
        if (!is_control(character) && is_utf8(character)) return std::string(character);
        std::string escaped;
        for (const char byte : character) escaped += escape(byte);
        return escaped;
    });
}

std::optional<TextLine> LineReader::next() noexcept {
    if (at_ >= text_.size()) return std::nullopt;
    const std::size_t begin = at_;
    const std::size_t end = std::min(text_.find('\n', begin), text_.size());
    at_ = end + 1;
    return TextLine{trimmed(text_.substr(begin, end - begin)), ++number_, begin};
}

std::string_view take_word(std::string_view& text) noexcept {
    constexpr std::string_view blanks = " \t";
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    const std::string_view word = text.substr(0, text.find_first_of(blanks));
    text.remove_prefix(word.size());
    return word;
}

} // namespace emilia
