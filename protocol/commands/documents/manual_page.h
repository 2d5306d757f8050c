#pragma once

#include "protocol/commands/documents/command_help.h"

#include <string>
#include <string_view>
#include <vector>

namespace emilia {

/// The manual page in the language of `man`. `commands` are as help_of_all_commands returns them.
[[nodiscard]] std::string manual_page(const std::vector<CommandHelp>& commands,
                                      std::string_view version);

} // namespace emilia
