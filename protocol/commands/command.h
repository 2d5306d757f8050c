#pragma once

// What all commands of the program have in common (`emilia analyze`, `emilia book probe`): a name,
// a line in the help, a function that runs them, and how they end. A command returns its status, or
// throws: HelpAsked for its help, UsageError for a mistake in the command line, and any other
// std::exception for a failure. `run_command_line` prints what was thrown.

#include "protocol/commands/options/command_options.h"

#include <optional>
#include <span>
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

/// A command that consists of further commands, such as `emilia book`.
struct CommandGroup {
    std::string_view name;
    std::string_view introduction; ///< one line at the top of the help
    std::span<const Command> commands;
    std::string_view notes = {}; ///< at the end of the help
};

/// Runs a command of the group. Throws HelpAsked for the group's help, and UsageError if the first
/// argument is neither.
[[nodiscard]] ExitStatus run_group(const CommandGroup& group, const Arguments& arguments);

/// A line `emilia NAME` and the summary for each command, then a line about `--help`. `prefix`
/// stands before each name: `emilia` or `emilia book`.
[[nodiscard]] std::string list_of_commands(std::string_view prefix,
                                           std::span<const Command> commands);

/// The same as data.
[[nodiscard]] std::vector<HelpCommand> help_commands(std::span<const Command> commands);

/// Writes out what was printed. It ends a command whose output is lost, as that of
/// `emilia bench | head -1`: a command that has nothing to save calls it after each result. Others
/// continue, and save their results.
void flush_output();

/// What the program says about an exception, and the status that it ends with.
struct Failure {
    std::string message;
    ExitStatus status;
};

/// For the exception that is being handled; call it in a `catch`. An exception that is no
/// std::exception is thrown again.
[[nodiscard]] Failure failure_in_flight();

/// The help of the command with this name, `{"book", "probe"}`, or of the program without a name.
[[nodiscard]] HelpPage help_of(Arguments name);

/// Runs the command line. It reports every exception as one line on standard error and returns the
/// status for it.
[[nodiscard]] ExitStatus run_command_line(const Arguments& arguments) noexcept;

} // namespace emilia
