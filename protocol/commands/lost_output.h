#pragma once

// What happens when standard output can't be written.

#include "protocol/commands/command.h"

namespace emilia {

/// Ends a command that has nothing to save as soon as its output is lost: while an object of this
/// class lives, a failed write to standard output throws std::ios_base::failure. Without it, a
/// command goes on to its end and saves its results.
class EndsWithItsOutput {
public:
    EndsWithItsOutput();
    ~EndsWithItsOutput();
    EndsWithItsOutput(const EndsWithItsOutput&) = delete;
    EndsWithItsOutput& operator=(const EndsWithItsOutput&) = delete;
};

/// For the end of the program after a write has failed. If the reader of a pipe has gone away, as
/// in `emilia bench | head -1`, the process ends without a word, on POSIX systems by SIGPIPE like
/// other programs. Any other failure gets a message.
[[nodiscard]] ExitStatus report_lost_output();

} // namespace emilia
