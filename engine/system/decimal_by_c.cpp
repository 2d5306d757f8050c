// For C++ libraries that can't convert floating-point numbers, such as those of macOS and
// Emscripten. The C library does it for the locale "C", which the program never leaves.

#include "engine/system/decimal.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>

namespace emilia {

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

std::string write_decimal(double value) {
    constexpr int most_digits = 340; // behind the point
    std::string text;
    for (int digits = 0; digits <= most_digits; ++digits) {
        text.resize(static_cast<std::size_t>(std::snprintf(nullptr, 0, "%.*f", digits, value)) + 1);
        std::snprintf(text.data(), text.size(), "%.*f", digits, value);
        text.pop_back(); // the final zero
        if (std::strtod(text.c_str(), nullptr) == value) break;
    }
    return text;
}

} // namespace emilia
