#include "protocol/reports/terminal.h"

#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/system/paths.h"
#include "engine/system/standard_streams.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <utility>

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr std::string_view erase_line = "\r\x1b[K";

/// `1:02:03` or `2:03`.
std::string duration_text(double seconds) {
    const auto whole = std::llround(seconds);
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

/// Columns that a text takes in UTF-8.
std::ptrdiff_t width_of(std::string_view text) {
    return std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; });
}

/// Cuts off each line in UTF-8 behind `columns` characters.
std::string cut_lines(std::string_view text, std::size_t columns) {
    std::string cut;
    std::size_t used = 0;
    for (const char character : text) {
        if (character == '\n') {
            used = 0;
        } else if ((character & 0xC0) != 0x80) {
            ++used;
        }
        if (used <= columns) cut += character;
    }
    return cut;
}

} // namespace

bool output_has_colors() noexcept {
    return obeys_escapes(StandardStream::output) && environment("NO_COLOR").value_or("").empty();
}

bool at_terminal() noexcept {
    return is_terminal(StandardStream::input) && is_terminal(StandardStream::output);
}

std::string fitted(std::string_view table) {
    if (!is_terminal(StandardStream::output)) return std::string(table);
    return cut_lines(table, terminal_columns());
}

LiveText::LiveText() noexcept : live_(obeys_escapes(StandardStream::output)) {}

void LiveText::show(std::string_view text) {
    if (!live_) return;
    erase();
    std::string lines = cut_lines(text, terminal_columns() - 1);
    if (!text.empty() && !text.ends_with('\n')) lines += '\n';
    std::cout << lines << std::flush;
    lines_ += static_cast<int>(std::count(lines.begin(), lines.end(), '\n'));
}

void LiveText::finish(std::string_view text) {
    erase();
    std::cout << text << std::flush;
}

void LiveText::erase() {
    if (lines_ > 0) std::cout << "\x1b[" << std::exchange(lines_, 0) << "A\x1b[J";
}

ProgressLine::ProgressLine(std::optional<Clock::duration> plain_every) noexcept
    : on_terminal_(is_terminal(StandardStream::error)),
      plain_every_(plain_every),
      last_plain_(Clock::now()) {}

void ProgressLine::show(std::string_view text) {
    if (!on_terminal_) return show_plainly(text);
    constexpr std::size_t columns = 79; // a longer line would wrap and could not be erased
    std::cerr << erase_line << text.substr(0, columns) << std::flush;
    shown_ = true;
}

void ProgressLine::show_plainly(std::string_view text) {
    if (!plain_every_ || Clock::now() < last_plain_ + *plain_every_) return;
    last_plain_ = Clock::now();
    std::cerr << text << std::endl;
}

void ProgressLine::clear() {
    if (shown_) std::cerr << erase_line << std::flush;
    shown_ = false;
}

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
                            rate >= 10 ? with_commas(static_cast<std::uint64_t>(std::llround(rate)))
                                       : fmt::format("{:.2f}", rate),
                            plural(extent.unit));
    }
    if (const auto left = seconds_left(extent, done, seconds, rate))
        text += fmt::format(", {} left", duration_text(*left));
    return text;
}

std::string wrapped(std::string_view text) {
    constexpr std::ptrdiff_t columns = 80;
    std::string result;
    std::ptrdiff_t used = 0; // columns of the line that more words may follow
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty() || line.front() == ' ') {
            result += used > 0 ? "\n" : "";
            result += line;
            result += '\n';
            used = 0;
            continue;
        }
        for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) {
            const std::ptrdiff_t width = width_of(word);
            const bool fits = used > 0 && used + 1 + width <= columns;
            if (used > 0) result += fits ? ' ' : '\n';
            result += word;
            used = (fits ? used + 1 : 0) + width;
        }
    }
    if (result.ends_with('\n')) result.pop_back();
    return result;
}

} // namespace emilia
