#pragma once

#include "protocol/commands/command.h"

namespace emilia {

/// Runs `emilia` without a command, which speaks a protocol on standard input and output. With
/// `--help` it shows the help of the program.
[[nodiscard]] ExitStatus run_protocol(const Arguments& arguments);

} // namespace emilia
