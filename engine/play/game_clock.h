#pragma once

// Divides the time on a game clock among the moves.

#include <optional>

namespace emilia {

/// A player's clock before a move.
struct GameClock {
    double seconds = 0;            ///< left
    double increment = 0;          ///< seconds added by each move
    std::optional<int> moves = {}; ///< moves until the time is renewed; none: it is for the rest
                                   ///< of the game
};

/// The time for one move, in seconds.
struct Allotment {
    double target; ///< for a typical move; ThinkingTime takes less or more
    double limit;  ///< the search must stop
};

/// Divides the time left among the moves that need much time: those before the endgame solver sees
/// the end, and a few more. The limit never exceeds the time left; it keeps a reserve of some
/// tenths of a second for delays outside the engine.
[[nodiscard]] Allotment allot(const GameClock& clock, int empties) noexcept;

} // namespace emilia
