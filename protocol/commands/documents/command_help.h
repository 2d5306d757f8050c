#pragma once

// The help of all commands as data, for what is made from it: the manual page and the completions.

#include "protocol/commands/options/help_page.h"

#include <string>
#include <vector>

namespace emilia {

struct CommandHelp {
    std::string words; ///< `emilia book probe`
    std::string summary;
    HelpPage page;
};

/// All commands, each before its own, and first the program without a command.
[[nodiscard]] std::vector<CommandHelp> help_of_all_commands();

} // namespace emilia
