#include "protocol/reports/terminal.h"

#include "engine/system/paths.h"
#include "engine/system/standard_streams.h"

#include <algorithm>
#include <iostream>
#include <utility>

namespace emilia {
namespace {

constexpr std::string_view erase_line = "\r\x1b[K";

} // namespace

bool output_has_colors() noexcept {
    return obeys_escapes(StandardStream::output) && environment("NO_COLOR").value_or("").empty();
}

bool at_terminal() noexcept {
    return is_terminal(StandardStream::input) && is_terminal(StandardStream::output);
}

LiveText::LiveText() noexcept : live_(obeys_escapes(StandardStream::output)) {}

void LiveText::show(std::string_view text) {
    if (!live_) return;
    erase();
    const std::size_t columns = terminal_columns() - 1;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::cout << text.substr(0, std::min(end, columns)) << '\n';
        text.remove_prefix(std::min(end + 1, text.size()));
        ++lines_;
    }
    std::cout << std::flush;
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

} // namespace emilia
