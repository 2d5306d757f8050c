#pragma once

#include <cstdint>

namespace emilia {

enum class Color : std::uint8_t { black, white };

[[nodiscard]] constexpr Color opposite(Color color) noexcept {
    return color == Color::black ? Color::white : Color::black;
}

} // namespace emilia
