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

ProgressLine::ProgressLine() noexcept : on_terminal_(error_is_terminal()) {}

void ProgressLine::show(std::string_view text) {
    if (!on_terminal_) return;
    constexpr std::size_t columns = 79; // a longer line would wrap and could not be erased
    std::cerr << erase_line << text.substr(0, columns) << std::flush;
    shown_ = true;
}

void ProgressLine::clear() {
    if (shown_) std::cerr << erase_line << std::flush;
    shown_ = false;
}

} // namespace emilia
