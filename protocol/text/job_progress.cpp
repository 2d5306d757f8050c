#include "protocol/text/job_progress.h"

#include "protocol/text/numbers.h"

#include <iostream>

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr std::chrono::seconds plain_interval{30};

/// `1:02:03` or `2:03`.
std::string duration_text(double seconds) {
    const auto whole = static_cast<std::int64_t>(seconds + 0.5);
    const auto [hours, minutes] = std::pair(whole / 3600, whole / 60 % 60);
    if (hours > 0) return fmt::format("{}:{:02}:{:02}", hours, minutes, whole % 60);
    return fmt::format("{}:{:02}", minutes, whole % 60);
}

} // namespace

JobProgress::JobProgress(std::size_t total, std::string unit)
    : total_(total), unit_(std::move(unit)), next_plain_line_(start_ + plain_interval) {}

void JobProgress::show(std::size_t done) {
    const auto now = Clock::now();
    const bool plain_line_due = !line_.on_terminal() && now >= next_plain_line_;
    if (!line_.on_terminal() && !plain_line_due) return;
    const std::string text =
        job_progress_text(done, total_, unit_, std::chrono::duration<double>(now - start_).count());
    if (line_.on_terminal()) {
        line_.show(text);
    } else {
        next_plain_line_ = now + plain_interval;
        std::cerr << text << std::endl;
    }
}

std::string job_progress_text(std::size_t done, std::size_t total, std::string_view unit,
                              double seconds) {
    std::string text = fmt::format("{} of {} {}", with_commas(done), with_commas(total), unit);
    if (done == 0 || seconds <= 0) return text; // no rate yet
    const double rate = static_cast<double>(done) / seconds;
    const double left = static_cast<double>(total - done) / rate;
    text += rate >= 10 ? fmt::format(", {:.0f} {}/s", rate, unit)
                       : fmt::format(", {:.2f} {}/s", rate, unit);
    return text + fmt::format(", {} left", duration_text(left));
}

} // namespace emilia
