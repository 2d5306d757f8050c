#pragma once

// The two clocks of a game as GTP tells them: a main time, then periods of so many moves (Canadian
// byo-yomi). They run on by themselves for clients that don't send `time_left`.

#include "engine/notation/color.h"
#include "engine/play/game_clock.h"

#include <array>
#include <optional>

namespace emilia {

/// Seconds and moves, as in `time_settings`; none below 0.
struct GtpTimeSettings {
    double main_seconds = 0;
    double period_seconds = 0;
    int period_stones = 0; ///< moves in a period; 0: the main time is for the whole game
};

class GtpClocks {
public:
    /// What both have from now on, also in the games to come. By the specification a period
    /// without moves means no limit; so do three zeros.
    void set(const GtpTimeSettings& settings) noexcept;

    /// For a new game.
    void restart() noexcept;

    /// What a client says is left: for so many moves, or with 0 of the main time.
    void set_left(Color color, double seconds, int stones) noexcept;

    /// Takes the time of a move.
    void spend(Color color, double seconds) noexcept;

    /// What the engine is to go by; none where no limit is known.
    [[nodiscard]] std::optional<GameClock> clock(Color color) const noexcept;

private:
    struct SideClock {
        double seconds = 0;
        int stones = 0; ///< moves that `seconds` is for; 0: main time
    };
    [[nodiscard]] SideClock period() const noexcept {
        return {settings_->period_seconds, settings_->period_stones};
    }
    [[nodiscard]] bool has_periods() const noexcept {
        return settings_ && settings_->period_stones > 0;
    }

    std::optional<GtpTimeSettings> settings_;        ///< none: no limit
    std::array<std::optional<SideClock>, 2> clocks_; ///< black's and white's; none: no limit known
};

} // namespace emilia
