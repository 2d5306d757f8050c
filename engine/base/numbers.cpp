#include "engine/base/numbers.h"

#include "engine/base/text.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>

namespace emilia {
namespace {

#ifdef __cpp_lib_to_chars

/// Reads a number without a sign that takes all of `text`.
std::optional<double> read_decimal(std::string_view text) noexcept {
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stopped != end) return std::nullopt;
    return value;
}

#else

// Some C++ libraries, such as those of macOS and Emscripten, can't convert floating-point numbers.
// The C library does it for the locale "C", which the program never leaves.

std::optional<double> read_decimal(std::string_view text) noexcept {
    constexpr std::size_t longest = 400; // a double has at most 340 digits
    if (text.size() > longest) return std::nullopt;
    // strtod would also read hexadecimal numbers.
    if (text.find_first_not_of("0123456789.eE+-") != std::string_view::npos) return std::nullopt;
    const std::string number(text);
    char* stopped = nullptr;
    errno = 0;
    const double value = std::strtod(number.c_str(), &stopped);
    if (errno != 0 || stopped != number.c_str() + number.size()) return std::nullopt;
    return value;
}

#endif

} // namespace

std::string with_commas(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t place = text.size(); place > 3;) {
        place -= 3;
        text.insert(place, 1, ',');
    }
    return text;
}

std::string plural(std::string_view thing) {
    return fmt::format("{}{}", thing, thing.ends_with("ch") ? "es" : "s");
}

std::string counted(std::uint64_t number, std::string_view thing) {
    return fmt::format("{} {}", with_commas(number),
                       number == 1 ? std::string(thing) : plural(thing));
}

std::uint64_t per_second(std::uint64_t number, double seconds) noexcept {
    return seconds > 0 ? static_cast<std::uint64_t>(static_cast<double>(number) / seconds) : 0;
}

std::optional<std::pair<int, int>> parse_range(std::string_view text) noexcept {
    const std::size_t dash = text.find('-');
    const auto first = whole_number(text.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : whole_number(text.substr(dash + 1));
    if (!first || !last || *first > *last) return std::nullopt;
    return std::pair(*first, *last);
}

std::optional<double> parse_decimal(std::string_view text) noexcept {
    const bool negative = !text.empty() && text.front() == '-';
    if (!text.empty() && (negative || text.front() == '+')) text.remove_prefix(1);
    // The libraries would also accept a second sign, infinity and not-a-number.
    if (text.empty() || (!is_digit(text.front()) && text.front() != '.')) return std::nullopt;
    const auto value = read_decimal(text);
    return negative && value ? -*value : value;
}

std::string to_decimal(double value) {
    constexpr int most_digits = 340; // behind the point
    std::string text;
    for (int digits = 0; digits <= most_digits; ++digits) {
        text = fmt::format("{:.{}f}", value, digits);
        if (parse_decimal(text) == value) break;
    }
    return text;
}

} // namespace emilia
