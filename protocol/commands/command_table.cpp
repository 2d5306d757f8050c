#include "protocol/commands/command_table.h"

#include "engine/base/text.h"
#include "protocol/commands/options/names.h"

#include <algorithm>
#include <iostream>

#include <fmt/format.h>

namespace emilia {

std::optional<ExitStatus> run_named(std::span<const Command> commands, const Arguments& arguments) {
    if (arguments.empty()) return std::nullopt;
    for (const Command& command : commands) {
        const std::string& name = arguments.front();
        if (name.empty() || (name != command.name && name != command.other_spelling)) continue;
        try {
            return command.run({arguments.begin() + 1, arguments.end()});
        } catch (UsageError& error) {
            error.add_command(command.name);
            throw;
        }
    }
    return std::nullopt;
}

std::string list_of_commands(std::string_view prefix, std::span<const Command> commands) {
    constexpr std::string_view help = "COMMAND --help";
    std::size_t width = help.size();
    for (const Command& command : commands) width = std::max(width, command.name.size());
    std::string list;
    for (const Command& command : commands)
        list += fmt::format("  {} {:{}}  {}\n", prefix, command.name, width, command.summary);
    return list + fmt::format("  {} {:{}}  show the options of a command\n", prefix, help, width);
}

std::vector<HelpCommand> help_commands(std::span<const Command> commands) {
    std::vector<HelpCommand> list;
    for (const Command& command : commands)
        list.push_back({std::string(command.name), std::string(command.summary)});
    return list;
}

ExitStatus run_group(const CommandGroup& group, const Arguments& arguments) {
    if (const auto status = run_named(group.commands, arguments)) return *status;
    const std::string first = arguments.empty() ? "" : arguments.front();
    if (first == "help" || first == "--help" || first == "-h") {
        const std::string introduction =
            fmt::format("emilia {}: {}\n", group.name, group.introduction);
        if (const HelpReader* const reader = HelpReader::current()) {
            reader->read({.usage = introduction,
                          .groups = {},
                          .examples = std::string(group.notes),
                          .commands = help_commands(group.commands)});
            return ExitStatus::ok;
        }
        std::cout << fmt::format(
            "{}\n{}{}{}", introduction,
            list_of_commands(fmt::format("emilia {}", group.name), group.commands),
            group.notes.empty() ? "" : "\n", group.notes);
        return ExitStatus::ok;
    }
    const std::string names = names_of(group.commands);
    if (first.empty()) throw UsageError(fmt::format("{} needs a command: {}", group.name, names));
    const std::string similar = did_you_mean_name_of(first, group.commands);
    throw UsageError(fmt::format("{} has no command {}{}", group.name, in_quotes(first),
                                 similar.empty() ? ", only " + names : similar));
}

} // namespace emilia
