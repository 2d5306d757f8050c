#pragma once

// How much of a game clock a move may take.

#include <optional>

namespace emilia {

/// What a player's clock shows before his move.
struct GameClock {
    double seconds = 0;            ///< left
    double increment = 0;          ///< seconds added by each move
    std::optional<int> moves = {}; ///< the time is for so many moves, then it is renewed; none: for
                                   ///< the rest of the game
};

/// Seconds that a move may take.
struct Allotment {
    double target; ///< for a usual move; ThinkingTime makes it less or more
    double limit;  ///< stop at once
};

/// Divides what is left over the moves that still need thought: those before the endgame solver
/// sees the end, and a few more. Never more than a clock has; the last tenths are kept back for
/// what happens outside the engine.
[[nodiscard]] Allotment allot(const GameClock& clock, int empties) noexcept;

} // namespace emilia
