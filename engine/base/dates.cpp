#include "engine/base/dates.h"

#include "engine/base/text.h"

#include <algorithm>

#include <fmt/format.h>

namespace emilia {
namespace {

/// The number of some digits.
std::optional<int> number_of(std::string_view digits) noexcept {
    if (!std::all_of(digits.begin(), digits.end(), is_digit)) return std::nullopt;
    int number = 0;
    for (const char digit : digits) number = 10 * number + (digit - '0');
    return number;
}

} // namespace

std::optional<std::chrono::sys_days> parse_day(std::string_view text) noexcept {
    if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
    const auto year = number_of(text.substr(0, 4));
    const auto month = number_of(text.substr(5, 2));
    const auto day = number_of(text.substr(8, 2));
    if (!year || !month || !day) return std::nullopt;
    const auto date = std::chrono::year(*year) / *month / *day;
    if (!date.ok()) return std::nullopt;
    return std::chrono::sys_days(date);
}

std::string to_string(std::chrono::sys_days day) {
    const std::chrono::year_month_day date(day);
    return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                       static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

} // namespace emilia
