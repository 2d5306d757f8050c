#pragma once

// Scripts that teach shells the commands and options of Emilia. Where an option or a command takes
// a file the shell offers files; values that have names are offered by their names. `commands` are
// as help_of_all_commands returns them.

#include "protocol/commands/documents/command_help.h"

#include <string>
#include <vector>

namespace emilia {

[[nodiscard]] std::string bash_completion(const std::vector<CommandHelp>& commands);
[[nodiscard]] std::string zsh_completion(const std::vector<CommandHelp>& commands);
[[nodiscard]] std::string fish_completion(const std::vector<CommandHelp>& commands);

/// All options of a page.
[[nodiscard]] std::vector<HelpOption> options_of(const HelpPage& page);

/// The names of all commands but the program itself, each by `quoted`, with `separator` between.
template <typename Quote>
[[nodiscard]] std::string all_words(const std::vector<CommandHelp>& commands, const Quote& quoted,
                                    const std::string& separator) {
    std::string text;
    for (const CommandHelp& command : commands) {
        if (&command == &commands.front()) continue;
        if (!text.empty()) text += separator;
        text += quoted(command.words);
    }
    return text;
}

} // namespace emilia
