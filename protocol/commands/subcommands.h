#pragma once

// Commands that have commands of their own: `emilia book probe`, `emilia literature ordering`.

#include "protocol/commands/command.h"

#include <span>
#include <string_view>

namespace emilia {

struct Subcommand {
    std::string_view name;
    ExitStatus (*run)(const Arguments& arguments);
};

/// Runs the one that the first argument names, with the others; `help` prints `usage`. Throws
/// UsageError where `command` has none of that name.
[[nodiscard]] ExitStatus run_subcommand(std::string_view command, std::string_view usage,
                                        std::span<const Subcommand> subcommands,
                                        const Arguments& arguments);

} // namespace emilia
