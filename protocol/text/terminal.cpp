#include "protocol/text/terminal.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <utility>

#if __has_include(<unistd.h>)
#include <sys/ioctl.h>
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

/// Whether standard output is a terminal that can move its cursor.
bool output_is_terminal() noexcept {
#if defined(STDOUT_FILENO)
    const char* const kind = std::getenv("TERM"); // NOLINT(concurrency-mt-unsafe): never set
    return isatty(STDOUT_FILENO) != 0 && kind != nullptr && std::string_view(kind) != "dumb";
#else
    return false;
#endif
}

std::size_t terminal_columns() noexcept {
#if defined(TIOCGWINSZ)
    winsize size{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
#endif
    return 80;
}

} // namespace

bool output_has_colors() noexcept {
    const char* const refused = std::getenv("NO_COLOR"); // NOLINT(concurrency-mt-unsafe)
    return output_is_terminal() && (refused == nullptr || *refused == '\0');
}

bool at_terminal() noexcept {
#if defined(STDIN_FILENO)
    return isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0;
#else
    return false;
#endif
}

LiveText::LiveText() noexcept : live_(output_is_terminal()) {}

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
