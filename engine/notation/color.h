#pragma once

#include <cstdint>
#include <string_view>

namespace emilia {

enum class Color : std::uint8_t { black, white };

[[nodiscard]] constexpr Color opposite(Color color) noexcept {
    return color == Color::black ? Color::white : Color::black;
}

[[nodiscard]] constexpr std::string_view to_string(Color color) noexcept {
    return color == Color::black ? "black" : "white";
}

} // namespace emilia
