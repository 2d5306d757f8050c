#include "engine/base/base64.h"

#include <array>
#include <cstdint>

namespace emilia {
namespace {

constexpr std::string_view digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t no_digit = 0xFF;

constexpr auto value_of_digit = [] {
    std::array<std::uint8_t, 256> values{};
    values.fill(no_digit);
    for (std::size_t value = 0; value < digits.size(); ++value)
        values[static_cast<unsigned char>(digits[value])] = static_cast<std::uint8_t>(value);
    return values;
}();

constexpr std::size_t digits_in_group = 4; // for three bytes
constexpr unsigned bits_of_digit = 6;
constexpr unsigned bits_of_byte = 8;

} // namespace

std::optional<std::string> from_base64(std::string_view text) {
    if (text.size() % digits_in_group != 0) return std::nullopt;
    for (int padding = 0; padding < 2 && text.ends_with('='); ++padding) text.remove_suffix(1);
    std::string bytes;
    bytes.reserve(text.size() / digits_in_group * 3 + 2);
    std::uint32_t pending = 0;
    unsigned bits = 0;
    for (const char character : text) {
        const std::uint8_t value = value_of_digit[static_cast<unsigned char>(character)];
        if (value == no_digit) return std::nullopt;
        pending = pending << bits_of_digit | value;
        bits += bits_of_digit;
        if (bits < bits_of_byte) continue;
        bits -= bits_of_byte;
        bytes += static_cast<char>(pending >> bits & 0xFF);
        pending &= (1U << bits) - 1;
    }
    if (pending != 0) return std::nullopt; // bits that belong to no byte
    return bytes;
}

} // namespace emilia
