#include "protocol/play/clock_text.h"

#include "engine/base/numbers.h"
#include "engine/base/text.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr double most_minutes = 24 * 60;
constexpr double most_increment = 3600;

/// Digits only.
std::optional<int> plain_number(std::string_view text) {
    if (text.empty() || !std::all_of(text.begin(), text.end(), is_digit)) return std::nullopt;
    return whole_number(text);
}

std::optional<double> seconds_of(std::string_view text) {
    const std::size_t colon = text.find(':');
    const auto minutes = plain_number(text.substr(0, colon));
    if (!minutes || *minutes > most_minutes) return std::nullopt;
    if (colon == std::string_view::npos) return 60.0 * *minutes;
    const std::string_view behind = text.substr(colon + 1);
    const auto seconds = plain_number(behind);
    if (behind.size() != 2 || !seconds || *seconds > 59) return std::nullopt;
    return 60.0 * *minutes + *seconds;
}

} // namespace

Parsed<TimeControl> parse_clock(std::string_view text) {
    const std::size_t plus = text.find('+');
    const auto seconds = seconds_of(text.substr(0, plus));
    std::optional<double> increment = 0;
    if (plus != std::string_view::npos) increment = parse_decimal(text.substr(plus + 1));
    const bool sound =
        seconds && increment && *increment >= 0 && *increment <= most_increment && *seconds > 0;
    if (!sound) {
        return parse_failure(fmt::format(
            "{} is no time for a game: give minutes, such as 5, 4:30 or 5+2", in_quotes(text)));
    }
    return TimeControl{.seconds = *seconds, .increment = *increment};
}

std::string clock_text(double seconds) {
    constexpr double soon = 10;
    if (seconds < soon) return fmt::format("{:.1f}", std::floor(std::max(0.0, seconds) * 10) / 10);
    const auto whole = static_cast<long>(seconds);
    return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

} // namespace emilia
