#pragma once

// Time management: divides the time on a game clock among the moves (`allot`), decides after each
// iteration whether a move has used enough of its share (`ThinkingTime`), and learns what a move
// costs beyond that, by the clock (`ClockLag`) and in the engine itself (`StopDelay`).

#include "engine/search/search_result.h"
#include "engine/search/search_terms.h"

#include <algorithm>
#include <optional>

namespace emilia {

/// A player's clock before a move.
struct GameClock {
    double seconds = 0;            ///< left
    double increment = 0;          ///< seconds added by each move
    std::optional<int> moves = {}; ///< moves until the time is renewed; none: it is for the rest
                                   ///< of the game
    double overtime = 0;           ///< seconds for each move when `seconds` are used up (byo-yomi)
};

/// The time for one move, in seconds.
struct Allotment {
    double target;     ///< for a typical move; ThinkingTime takes less or more
    double limit;      ///< the search must stop
    bool keeps = true; ///< whether time that the move leaves is there for later ones
};

/// For each move after the time is used up, if the client lets the game continue: fast play, but
/// not blind.
inline constexpr double seconds_behind_flag = 0.1;

/// Divides the time left among the moves that need much time: those before the endgame solver sees
/// the end, with `solved_from` empties, and a few more. While there is time the limit never exceeds
/// the time left and a move's overtime; it keeps a reserve of some tenths of a second for delays
/// outside the engine, and more if each move loses `lag` seconds.
[[nodiscard]] Allotment allot(const GameClock& clock, int empties, double lag = 0,
                              int solved_from = 14) noexcept;

/// Learns how much a move costs beyond what it was allowed: delays in pipes, GUIs and networks, and
/// on a busy system, where the engine itself stops late.
class ClockLag {
public:
    /// The clock before a move. It is compared with that before the previous move if the same
    /// player made that one, that is, if there are two empty squares fewer now.
    void see(const GameClock& clock, int empties) noexcept;
    /// The move took these seconds, not counting what it took beyond its limit.
    void played(double seconds) noexcept { played_ = seconds; }
    /// About what a move loses. It is 0 until two moves of a game were seen.
    [[nodiscard]] double seconds() const noexcept { return std::max(0.0, lag_); }

private:
    std::optional<GameClock> before_;
    int empties_before_ = 0;
    std::optional<double> played_;
    double lag_ = 0; ///< below 0 at times if the clock is in whole seconds
};

/// Learns how late the engine's own searches stop: on a busy system its threads may have to wait
/// for a processor when their time is over. A time for each move has no clock that shows it.
class StopDelay {
public:
    /// A search that had to stop after `limit` seconds has taken `taken`.
    void stopped(double limit, double taken) noexcept;
    /// The limit for a search that may take `seconds`, delay included.
    [[nodiscard]] double limit(double seconds) const noexcept {
        constexpr double caution = 1.25; // the next delay may be longer
        constexpr double most_kept = 0.3;
        return seconds - std::min(caution * delay_, most_kept * seconds);
    }

private:
    double delay_ = 0; ///< seconds
};

/// Decides after each iteration whether a move has used enough of the game clock. A move takes less
/// than its share if the best move is stable, and more if it has just changed or the score drops.
/// It does not begin a surer search to the end of the game that would hardly be done within the
/// limit: the time is worth more to later moves.
class ThinkingTime {
public:
    explicit ThinkingTime(const Allotment& allotment) noexcept : allotment_(allotment) {}

    /// Call this after each iteration with the best line, the seconds since the search started,
    /// this iteration and the next one.
    [[nodiscard]] bool enough(const Line& best, double seconds, const Iteration& last,
                              const Iteration& next) noexcept;

private:
    Allotment allotment_;
    Square move_ = Square::none;
    int unchanged_ = 0;                 ///< iterations since the best move changed
    std::optional<Score> score_;        ///< of the previous iteration
    std::optional<Score> score_before_; ///< of the iteration before that
};

} // namespace emilia
