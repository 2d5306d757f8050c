#pragma once

#include "engine/notation/game.h"

#include <string>
#include <string_view>

namespace emilia {

/// Parses the time that each side has for a game, as people write it: minutes (`5`), or minutes and
/// seconds (`4:30`), and perhaps seconds that each move adds (`5+2`, `0:30+1`).
[[nodiscard]] Parsed<TimeControl> parse_clock(std::string_view text);

/// `4:07`, or `9.3` when less than ten seconds are left. Rounds down; less than nothing is `0.0`.
[[nodiscard]] std::string clock_text(double seconds);

} // namespace emilia
