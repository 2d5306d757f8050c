#pragma once

// Clocks as the server writes them: `main/increment/extension`, each `[DD.][HH:]MM:SS`.

#include "engine/notation/parse_error.h"

#include <string>
#include <string_view>

namespace emilia::ggs {

/// A player's clock, in seconds.
struct ClockState {
    double main = 0;      ///< negative: overstepped
    double increment = 0; ///< added by each move
    double extension = 0; ///< added once, when the main time is over
    [[nodiscard]] friend bool operator==(const ClockState&, const ClockState&) = default;
};

/// Parses `5:00`, `-00:03` or `1.02:00:00` (a day and two hours).
[[nodiscard]] Parsed<double> parse_time(std::string_view text);

/// Parses `01:00//02:00`. Parts may be empty or missing at the end, and `,MOVES:KIND` may follow
/// each, which is ignored.
[[nodiscard]] Parsed<ClockState> parse_clock(std::string_view text);

/// Writes whole seconds as `5:00` or `1:00:00`.
[[nodiscard]] std::string time_text(double seconds);

} // namespace emilia::ggs
