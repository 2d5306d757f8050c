#pragma once

// What all commands of the program have in common (`emilia analyze`, `emilia book probe`): a name,
// a line in the help, and a function that runs them.

#include "protocol/commands/options/arguments.h"

#include <string>
#include <string_view>

namespace emilia {

/// What the program returns to the shell.
enum class ExitStatus : int { ok = 0, failed = 1, usage = 2, interrupted = 130 };

struct Command {
    std::string_view name;
    std::string_view summary;                      ///< one line for the list of commands
    ExitStatus (*run)(const Arguments& arguments); ///< gets the words after the name
    std::string_view other_spelling = {};          ///< of the name; not listed
};

/// What the program says about an exception, and the status that it ends with.
struct Failure {
    std::string message;
    ExitStatus status;
};

/// For the exception that is being handled; call it in a `catch`. An exception that is no
/// std::exception is thrown again.
[[nodiscard]] Failure failure_in_flight();

/// Runs the command line. It reports every exception as one line on standard error and returns the
/// status for it.
[[nodiscard]] ExitStatus run_command_line(const Arguments& arguments) noexcept;

} // namespace emilia
