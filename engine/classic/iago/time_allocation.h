#pragma once

// How Iago divides its clock over the moves of a game (Rosenbloom 1982, section 4.1).
//
// Of the curve of marginal values (figure 4.1) we have what the text says; the curve is our own:
// next to nothing for the first move, which is one of four symmetric ones, and the most where the
// end of the game comes into sight.

#include "engine/play/game_clock.h"

#include <optional>

namespace emilia::classic {

/// The share of the time left that a move may take, by its number from 1 to 60. The last ones get
/// less than all of it, for games in which a player has more than 30 moves.
[[nodiscard]] double iago_time_fraction(int move) noexcept;

/// The clock of one game, seen through Iago's eyes.
class IagoClock {
public:
    /// Seconds for a move, on the article's clock of 30 minutes: as if all the moves before had
    /// taken theirs.
    [[nodiscard]] static double usual_share(int move) noexcept;
    /// The same less what a move's overhead takes.
    [[nodiscard]] static double usual_allocation(int move) noexcept;

    /// On a clock as it stands. What is kept back for accidents and for each move's overhead is
    /// the article's, in proportion to the clock that the game began with: the first one seen. The
    /// article knows no increments, which are the move's own, nor clocks for some moves, which
    /// these share evenly.
    [[nodiscard]] double allocation(int move, const GameClock& clock) noexcept;

    void new_game() noexcept { first_seen_.reset(); }

private:
    std::optional<double> first_seen_; ///< seconds
};

} // namespace emilia::classic
