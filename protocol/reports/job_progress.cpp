#include "protocol/reports/job_progress.h"

#include "engine/base/numbers.h"

#include <algorithm>

#include <fmt/format.h>

namespace emilia {
namespace {

/// `1:02:03` or `2:03`.
std::string duration_text(double seconds) {
    const auto whole = static_cast<std::int64_t>(seconds + 0.5);
    const auto [hours, minutes] = std::pair(whole / 3600, whole / 60 % 60);
    if (hours > 0) return fmt::format("{}:{:02}:{:02}", hours, minutes, whole % 60);
    return fmt::format("{}:{:02}", minutes, whole % 60);
}

/// The time until the first limit ends the job; `rate` is in units per second, 0 if not known yet.
std::optional<double> seconds_left(const JobExtent& extent, std::size_t done, double seconds,
                                   double rate) {
    std::optional<double> left;
    if (extent.seconds) left = std::max(0.0, *extent.seconds - seconds);
    if (extent.total && rate > 0) {
        const double by_rate =
            static_cast<double>(*extent.total - std::min(done, *extent.total)) / rate;
        left = std::min(left.value_or(by_rate), by_rate);
    }
    return left;
}

} // namespace

void JobProgress::show(std::size_t done) {
    line_.show(job_progress_text(extent_, done,
                                 std::chrono::duration<double>(Clock::now() - start_).count()));
}

std::string job_progress_text(const JobExtent& extent, std::size_t done, double seconds) {
    std::string text = extent.total ? fmt::format("{} of {}", with_commas(done),
                                                  counted(*extent.total, extent.unit))
                                    : counted(done, extent.unit);
    const double rate = done > 0 && seconds > 0 ? static_cast<double>(done) / seconds : 0;
    if (rate > 0) {
        text += fmt::format(", {} {}/s",
                            rate >= 10 ? with_commas(static_cast<std::uint64_t>(rate + 0.5))
                                       : fmt::format("{:.2f}", rate),
                            plural(extent.unit));
    }
    if (const auto left = seconds_left(extent, done, seconds, rate))
        text += fmt::format(", {} left", duration_text(*left));
    return text;
}

} // namespace emilia
