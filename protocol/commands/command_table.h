#pragma once

// Runs commands from a table and lists them in the help: the program's own commands, and those of
// command groups such as `emilia book`.

#include "protocol/commands/command.h"
#include "protocol/commands/options/help_page.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace emilia {

/// Runs the command that the first argument names, with the other arguments. Returns none if the
/// table has no command of that name. A UsageError leaves with the command's name added.
[[nodiscard]] std::optional<ExitStatus> run_named(std::span<const Command> commands,
                                                  const Arguments& arguments);

/// A line `emilia NAME` and the summary for each command, then a line about `--help`. `prefix`
/// stands before each name: `emilia` or `emilia book`.
[[nodiscard]] std::string list_of_commands(std::string_view prefix,
                                           std::span<const Command> commands);

/// The same as data.
[[nodiscard]] std::vector<HelpCommand> help_commands(std::span<const Command> commands);

/// A command that consists of further commands.
struct CommandGroup {
    std::string_view name;
    std::string_view introduction; ///< one line at the top of the help
    std::span<const Command> commands;
    std::string_view notes = {}; ///< at the end of the help
};

/// Runs a command of the group, or prints the group's help. Throws UsageError if the first argument
/// is neither.
[[nodiscard]] ExitStatus run_group(const CommandGroup& group, const Arguments& arguments);

} // namespace emilia
