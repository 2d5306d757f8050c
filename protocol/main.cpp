#include "protocol/commands/command.h"

#include <csignal>
#include <iostream>

#include <fcntl.h>

namespace {

/// Occupies the descriptors of closed standard streams. Otherwise the first file of a job would get
/// one of them, and messages would end up in that file. Reading or writing them still fails.
void occupy_closed_streams() noexcept {
    for (const int stream : {0, 1, 2}) {
        if (::fcntl(stream, F_GETFD) == -1)
            static_cast<void>(::open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY));
    }
}

} // namespace

int main(int count, char** arguments) {
    occupy_closed_streams();
    std::signal(SIGPIPE, SIG_IGN); // when the reader goes away, a job still saves its results
    std::signal(SIGXFSZ, SIG_IGN); // a file that gets too long is an error like a full disk
    // Without stdio, so that the thread that waits for input holds no lock at exit.
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    return static_cast<int>(emilia::run_command_line({arguments + 1, arguments + count}));
}
