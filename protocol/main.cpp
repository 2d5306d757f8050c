#include "protocol/commands/command.h"

#include <csignal>
#include <iostream>

int main(int count, char** arguments) {
#ifdef SIGPIPE
    std::signal(SIGPIPE, SIG_IGN); // when the reader goes away, a job still saves its results
#endif
    // Without stdio, so that the thread that waits for input holds no lock at exit.
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    return static_cast<int>(emilia::run_command_line({arguments + 1, arguments + count}));
}
