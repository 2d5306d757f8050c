#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace emilia {

/// How sure a search wants to be before it takes a shallower search's word for a result; ordered.
/// The midgame search works with one of them (see Level); a search to the end of the game begins
/// with looks that trust and ends with one that doesn't.
enum class Confidence : std::uint8_t { low, fair, high, very_high, certain };

namespace detail {
struct Trust {
    int margin;  ///< tenths of a standard deviation
    int percent; ///< how often a normally distributed error stays within it
};
constexpr std::array<Trust, 4> trust{{{9, 63}, {13, 81}, {18, 93}, {26, 99}}};
} // namespace detail

/// The margin that a shallower search must clear, in tenths of the standard deviation of its
/// error; not for `certain`, which takes nothing on trust.
[[nodiscard]] constexpr int margin_in_tenths(Confidence confidence) noexcept {
    return detail::trust[static_cast<std::size_t>(confidence)].margin;
}

/// How often an error stays within that margin if errors are normally distributed, in percent.
[[nodiscard]] constexpr int percent(Confidence confidence) noexcept {
    if (confidence == Confidence::certain) return 100;
    return detail::trust[static_cast<std::size_t>(confidence)].percent;
}

} // namespace emilia
