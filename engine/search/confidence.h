#pragma once

#include <cstdint>

namespace emilia {

/// How sure a search to the end of the game wants to be before it takes a shallower search's word
/// for a result; ordered.
enum class Confidence : std::uint8_t {
    low,     ///< a first look
    high,    ///< a second one
    certain, ///< nothing is taken on trust
};

/// The margin that a shallower search must clear, in tenths of the standard deviation of its
/// error. Fitted on FFO 40–49, by the nodes of the exact search that follows.
[[nodiscard]] constexpr int margin_in_tenths(Confidence confidence) noexcept {
    return confidence == Confidence::low ? 9 : 18;
}

/// How often an error stays within that margin if errors are normally distributed, in percent.
[[nodiscard]] constexpr int percent(Confidence confidence) noexcept {
    switch (confidence) {
    case Confidence::low: return 63;
    case Confidence::high: return 93;
    case Confidence::certain: break;
    }
    return 100;
}

} // namespace emilia
