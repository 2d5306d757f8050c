#include "protocol/terminal.h"

#include <iostream>

#if __has_include(<unistd.h>)
#include <unistd.h>
#endif

namespace emilia {
namespace {

constexpr std::string_view erase_line = "\r\x1b[K";

bool error_is_terminal() noexcept {
#if defined(STDERR_FILENO)
    return isatty(STDERR_FILENO) != 0;
#else
    return false;
#endif
}

} // namespace

ProgressLine::ProgressLine(std::optional<Clock::duration> plain_every) noexcept
    : on_terminal_(error_is_terminal()), plain_every_(plain_every), last_plain_(Clock::now()) {}

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
