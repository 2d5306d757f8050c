#pragma once

// What the commands of `emilia literature` share. They repeat the published experiments with the
// players of the literature; each prints Markdown tables with our figures beside the published
// ones.

#include "protocol/commands/commands.h"
#include "protocol/commands/options/command_options.h"

#include <cstdint>
#include <string>
#include <vector>

namespace emilia {

/// The answer of a command to a word that is no option.
inline constexpr const char* options_only = "this command takes options only, not '{}'";

/// Adds `--seed` of the random moves at the start of the games.
void add_opening_seed(CommandOptions& options, std::uint64_t& seed,
                      const char* help = "of the random moves at the start of the games");

/// Prints a Markdown table to standard output, each row at once, because the next may take minutes.
class MarkdownTable {
public:
    explicit MarkdownTable(const std::vector<std::string>& header);
    void add(const std::vector<std::string>& row);
    /// Prints an empty line.
    void end();
};

} // namespace emilia
