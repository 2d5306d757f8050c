#include "engine/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <system_error>

#include <fmt/format.h>

namespace emilia {
namespace {

std::string escape(char byte) {
    return fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
}

/// The number of bytes of the control character with which a UTF-8 text begins, or 0.
std::size_t control_size(std::string_view text) noexcept {
    const auto code = static_cast<unsigned char>(text[0]);
    const auto next = text.size() > 1 ? static_cast<unsigned char>(text[1]) : 0U;
    if (code < 0x20 || code == 0x7f) return 1;
    return code == 0xc2 && next >= 0x80 && next < 0xa0 ? 2 : 0;
}

template <typename Replacement>
std::string with_controls_replaced(std::string_view text, const Replacement& replacement) {
    std::string result;
    while (!text.empty()) {
        const std::size_t control = control_size(text);
        if (control > 0) {
            result += replacement(text.substr(0, control));
        } else {
            result += text.front();
        }
        text.remove_prefix(std::max<std::size_t>(control, 1));
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

std::string_view trimmed(std::string_view text) noexcept {
    while (!text.empty() && is_blank(text.front())) {
        text.remove_prefix(1);
    }
    while (!text.empty() && is_blank(text.back())) {
        text.remove_suffix(1);
    }
    return text;
}

std::string in_quotes(std::string_view text) {
    constexpr std::size_t most = 24;
    std::string result = "'";
    for (const char character : text.substr(0, most)) {
        if (character >= ' ' && character <= '~') {
            result += character;
        } else {
            result += escape(character);
        }
    }
    return result + (text.size() > most ? "...'" : "'");
}

bool is_utf8(std::string_view text) noexcept {
    struct Form {
        unsigned char least, most; ///< range of the lead byte
        int more;                  ///< number of bytes that follow
        unsigned char low = 0x80;  ///< range of the first of these bytes
        unsigned char high = 0xbf;
    };
    constexpr std::array<Form, 9> forms{{{0x00, 0x7f, 0},
                                         {0xc2, 0xdf, 1},
                                         {0xe0, 0xe0, 2, 0xa0},
                                         {0xe1, 0xec, 2},
                                         {0xed, 0xed, 2, 0x80, 0x9f},
                                         {0xee, 0xef, 2},
                                         {0xf0, 0xf0, 3, 0x90},
                                         {0xf1, 0xf3, 3},
                                         {0xf4, 0xf4, 3, 0x80, 0x8f}}};
    for (std::size_t at = 0; at < text.size();) {
        const auto lead = static_cast<unsigned char>(text[at++]);
        const auto form = std::find_if(forms.begin(), forms.end(), [lead](const Form& each) {
            return each.least <= lead && lead <= each.most;
        });
        if (form == forms.end()) return false;
        for (int i = 0; i < form->more; ++i, ++at) {
            const auto byte = at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
            if (byte < (i == 0 ? form->low : 0x80) || byte > (i == 0 ? form->high : 0xbf))
                return false;
        }
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
    return with_controls_replaced(text, [](std::string_view) { return " "; });
}

std::string printable(std::string_view text) {
    return with_controls_replaced(text, [](std::string_view control) {
        std::string escaped;
        for (const char byte : control) escaped += escape(byte);
        return escaped;
    });
}

std::optional<double> parse_decimal(std::string_view text) noexcept {
    const bool negative = !text.empty() && text.front() == '-';
    if (!text.empty() && (negative || text.front() == '+')) text.remove_prefix(1);
    // from_chars would also accept a second sign, infinity and not-a-number.
    if (text.empty() || (!is_digit(text.front()) && text.front() != '.')) return std::nullopt;
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stopped != end) return std::nullopt;
    return negative ? -value : value;
}

std::string to_decimal(double value) {
    std::array<char, 512> digits{}; // the longest double has about 340
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                            std::chars_format::fixed);
    return error == std::errc{} ? std::string(digits.data(), end) : std::string();
}

std::string_view take_word(std::string_view& text) noexcept {
    constexpr std::string_view blanks = " \t";
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    const std::string_view word = text.substr(0, text.find_first_of(blanks));
    text.remove_prefix(word.size());
    return word;
}

std::optional<int> whole_number(std::string_view text) noexcept {
    int value = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || rest != end) return std::nullopt;
    return value;
}

} // namespace emilia
