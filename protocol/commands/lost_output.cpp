#include "protocol/commands/lost_output.h"

#include <csignal>
#include <iostream>

#include <poll.h>
#include <unistd.h>

namespace emilia {
namespace {

/// Other things may have failed since the write, so errno no longer tells.
bool reader_has_gone() noexcept {
    pollfd output{STDOUT_FILENO, 0, 0};
    return ::poll(&output, 1, 0) == 1 && (output.revents & (POLLERR | POLLHUP)) != 0;
}

} // namespace

EndsWithItsOutput::EndsWithItsOutput() {
    std::cout.exceptions(std::ios::badbit);
}

EndsWithItsOutput::~EndsWithItsOutput() {
    std::cout.exceptions(std::ios::goodbit);
}

ExitStatus report_lost_output() {
    if (reader_has_gone()) {
        std::signal(SIGPIPE, SIG_DFL);
        std::raise(SIGPIPE);
    }
    std::cerr << "emilia: cannot write to standard output\n";
    return ExitStatus::failed;
}

} // namespace emilia
