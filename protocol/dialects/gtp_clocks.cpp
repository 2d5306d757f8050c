#include "protocol/dialects/gtp_clocks.h"

#include <algorithm>
#include <cstddef>

namespace emilia {

void GtpClocks::set(const GtpTimeSettings& settings) noexcept {
    const bool unlimited =
        settings.period_stones == 0 && (settings.period_seconds > 0 || settings.main_seconds == 0);
    settings_.reset();
    if (!unlimited) settings_ = settings;
    restart();
}

void GtpClocks::restart() noexcept {
    std::optional<SideClock> fresh;
    if (settings_)
        fresh = settings_->main_seconds > 0 ? SideClock{settings_->main_seconds} : period();
    clocks_.fill(fresh);
}

void GtpClocks::set_left(Color color, double seconds, int stones) noexcept {
    clocks_[static_cast<std::size_t>(color)] = SideClock{std::max(0.0, seconds), stones};
}

void GtpClocks::spend(Color color, double seconds) noexcept {
    auto& clock = clocks_[static_cast<std::size_t>(color)];
    if (!clock) return;
    const double left = clock->seconds - seconds;
    clock->seconds = std::max(0.0, left);
    const bool period_played = clock->stones > 0 && --clock->stones == 0;
    const bool main_time_over = clock->stones == 0 && left <= 0;
    if (!period_played && !main_time_over) return;
    if (has_periods()) {
        clock = period();
        // A move that has begun in the main time may be the first of a period.
        if (!period_played && left < 0 && clock->stones > 1) {
            --clock->stones;
            clock->seconds = std::max(0.0, clock->seconds + left);
        }
    } else if (period_played) {
        clock.reset(); // only the client knows the next period and will send it
    }
}

std::optional<GameClock> GtpClocks::clock(Color color) const noexcept {
    const auto& side = clocks_[static_cast<std::size_t>(color)];
    if (!side) return std::nullopt;
    GameClock clock{.seconds = side->seconds};
    if (side->stones > 0) {
        clock.moves = side->stones;
    } else if (has_periods()) {
        clock.overtime = settings_->period_seconds / settings_->period_stones;
    }
    return clock;
}

} // namespace emilia
