#include "engine/notation/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <system_error>

#include <fmt/format.h>

namespace emilia {

std::string to_upper(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](char c) { return to_upper(c); });
    return text;
}

bool equal_ignoring_case(std::string_view left, std::string_view right) noexcept {
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      [](char a, char b) { return to_lower(a) == to_lower(b); });
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

std::string quoted(std::string_view text) {
    constexpr std::size_t most = 24;
    std::string result = "'";
    for (const char character : text.substr(0, most)) {
        if (character >= ' ' && character <= '~') {
            result += character;
        } else {
            result += fmt::format("\\x{:02x}", static_cast<unsigned char>(character));
        }
    }
    return result + (text.size() > most ? "...'" : "'");
}

std::optional<double> parse_decimal(std::string_view text) noexcept {
    const bool negative = !text.empty() && text.front() == '-';
    if (!text.empty() && (negative || text.front() == '+')) text.remove_prefix(1);
    // Keeps out a second sign and the words for infinity and not-a-number.
    if (text.empty() || (!is_digit(text.front()) && text.front() != '.')) return std::nullopt;
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stopped != end) return std::nullopt;
    return negative ? -value : value;
}

std::string to_decimal(double value) {
    std::array<char, 512> digits{}; // the longest double has some 340
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                            std::chars_format::fixed);
    return error == std::errc{} ? std::string(digits.data(), end) : std::string();
}

} // namespace emilia
