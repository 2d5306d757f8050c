#pragma once

// How Iago divides its clock over the moves of a game (Rosenbloom 1982, section 4.1).
//
// The article shows its curve of marginal values (figure 4.1) without numbers. Our curve follows
// its text: almost no time for the first move, as all four are symmetric, and most time when the
// end of the game comes within reach of the search.

#include "engine/play/game_clock.h"

#include <optional>

namespace emilia::classic {

/// The share of the remaining time for the move of that number, 1 to 60. It is less than 1 even for
/// the last moves, as a player may have more than 30 moves in a game.
[[nodiscard]] double iago_time_fraction(int move) noexcept;

/// Divides the clock of one game.
class IagoClock {
public:
    /// Seconds for a move on the article's clock of 30 minutes, if each earlier move has used its
    /// share.
    [[nodiscard]] static double usual_share(int move) noexcept;
    /// The usual share minus the overhead of a move.
    [[nodiscard]] static double usual_allocation(int move) noexcept;

    /// Seconds for a move on a real clock. The article's reserve and overhead are scaled to the
    /// time at the start of the game, that is to the first clock seen. The article has no
    /// increments and no clocks for a number of moves: here a move gets its whole increment, and
    /// moves that share a clock get equal parts.
    [[nodiscard]] double allocation(int move, const GameClock& clock) noexcept;

    void new_game() noexcept { first_seen_.reset(); }

private:
    std::optional<double> first_seen_; ///< seconds
};

} // namespace emilia::classic
