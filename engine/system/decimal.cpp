// For C++ libraries that convert floating-point numbers.

#include "engine/system/decimal.h"

#include <array>
#include <charconv>

namespace emilia {

std::optional<double> read_decimal(std::string_view text) noexcept {
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stopped != end) return std::nullopt;
    return value;
}

std::string write_decimal(double value) {
    std::array<char, 512> digits{}; // the longest double has about 340
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                            std::chars_format::fixed);
    return error == std::errc{} ? std::string(digits.data(), end) : std::string();
}

} // namespace emilia
