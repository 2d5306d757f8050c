#pragma once

// What is made from the help of all commands: the manual page, and the scripts that teach shells
// the commands and options of Emilia. Where an option or a command takes a file the shell offers
// files; values that have names are offered by their names.

#include "protocol/commands/options/help_page.h"

#include <string>
#include <string_view>
#include <vector>

namespace emilia {

struct CommandHelp {
    std::string words; ///< `emilia book probe`
    std::string summary;
    HelpPage page;
};

/// The manual page `emilia(1)` for these commands, the first of which is the program itself.
[[nodiscard]] std::string manual_page(const std::vector<CommandHelp>& commands,
                                      std::string_view version);

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
