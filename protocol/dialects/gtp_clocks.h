#pragma once

// The clocks of a game as GTP sets them.

#include "engine/notation/position.h"
#include "engine/play/time_management.h"

#include <array>
#include <optional>

namespace emilia {

/// The arguments of `time_settings`; none is negative.
struct GtpTimeSettings {
    double main_seconds = 0;
    double period_seconds = 0;
    int period_stones = 0; ///< moves per period; 0: the main time is for the whole game
};

/// The two clocks of a game as GTP sets them: a main time, then periods of N moves (Canadian
/// byo-yomi). The clocks also count the engine's own moves, for clients that don't send
/// `time_left`.
class GtpClocks {
public:
    /// Sets both clocks for this game and the following ones. By the specification, a period of 0
    /// moves means no time limit, and so do three zeros.
    void set(const GtpTimeSettings& settings) noexcept;

    /// Resets both clocks for a new game.
    void restart() noexcept;

    /// Sets the time left (`time_left`): for `stones` moves, or of the main time if that is 0.
    void set_left(Color color, double seconds, int stones) noexcept;

    /// Subtracts the time of a move.
    void spend(Color color, double seconds) noexcept;

    /// The clock for the next move; none: no limit is known.
    [[nodiscard]] std::optional<GameClock> clock(Color color) const noexcept;

private:
    struct SideClock {
        double seconds = 0;
        int stones = 0; ///< moves left in the period; 0: main time
    };
    [[nodiscard]] SideClock period() const noexcept {
        return {settings_->period_seconds, settings_->period_stones};
    }
    [[nodiscard]] bool has_periods() const noexcept {
        return settings_ && settings_->period_stones > 0;
    }

    std::optional<GtpTimeSettings> settings_;        ///< none: no limit
    std::array<std::optional<SideClock>, 2> clocks_; ///< by color; none: no limit known
};

} // namespace emilia
