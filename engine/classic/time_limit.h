#pragma once

#include "engine/play/player.h"

#include <algorithm>
#include <optional>

namespace emilia::classic {

/// The seconds that a move may take at most: the time given for the move or the limit that Emilia
/// sets itself on the clock, whichever is less; none without either.
[[nodiscard]] inline std::optional<double> time_limit(const Board& board,
                                                      const MoveLimits& limits) {
    if (!limits.clock) return limits.seconds;
    const double limit = allot(*limits.clock, board.empties()).limit;
    return std::min(limits.seconds.value_or(limit), limit);
}

} // namespace emilia::classic
