#include "protocol/commands/subcommands.h"

#include "protocol/options/options.h"

#include <iostream>

#include <fmt/format.h>

namespace emilia {

ExitStatus run_subcommand(std::string_view command, std::string_view usage,
                          std::span<const Subcommand> subcommands, const Arguments& arguments) {
    const std::string first = arguments.empty() ? "" : arguments.front();
    std::string names;
    for (const Subcommand& subcommand : subcommands) {
        if (first == subcommand.name)
            return subcommand.run({arguments.begin() + 1, arguments.end()});
        names += fmt::format("{}{}", names.empty() ? "" : ", ", subcommand.name);
    }
    if (first == "help" || first == "--help" || first == "-h") {
        std::cout << usage;
        return ExitStatus::ok;
    }
    throw UsageError(first.empty()
                         ? fmt::format("{} needs a command: {}", command, names)
                         : fmt::format("{} has no command '{}', only {}", command, first, names));
}

} // namespace emilia
