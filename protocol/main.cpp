#include "engine/system/paths.h"
#include "engine/system/standard_streams.h"
#include "protocol/commands/command.h"

#include <cstdio>
#include <iostream>
#include <new>

int main(int count, char** arguments) {
    try {
        emilia::prepare_standard_streams();
        // Without stdio, so that the thread that waits for input holds no lock at exit.
        std::ios::sync_with_stdio(false);
        std::cin.tie(nullptr);
        return static_cast<int>(
            emilia::run_command_line(emilia::program_arguments(count, arguments)));
    } catch (const std::bad_alloc&) {
        // The streams may lack their buffers.
        std::fputs("emilia: out of memory\n", stderr);
        return static_cast<int>(emilia::ExitStatus::failed);
    }
}
