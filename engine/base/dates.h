#pragma once

// Days as files and programs write them: `2026-11-27`.

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace emilia {

/// None if the text is no day of the calendar, or has anything else.
[[nodiscard]] std::optional<std::chrono::sys_days> parse_day(std::string_view text) noexcept;

/// The day as `parse_day` reads it, in the years 0 to 9999.
[[nodiscard]] std::string to_string(std::chrono::sys_days day);

} // namespace emilia
