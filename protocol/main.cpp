#include "protocol/commands/command.h"

#include <csignal>
#include <iostream>

int main(int count, char** arguments) {
#ifdef SIGPIPE
    std::signal(SIGPIPE, SIG_IGN); // a reader that goes away shows as a failed stream
#endif
    // Streams of their own, so that a thread that waits for input holds no lock at exit.
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    return static_cast<int>(emilia::run_command_line({arguments + 1, arguments + count}));
}
