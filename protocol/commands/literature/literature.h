#pragma once

// `emilia literature`: repeats the published experiments with the players of the literature. Each
// experiment prints Markdown tables with our figures beside the published ones.

#include "protocol/commands/command.h"
#include "protocol/commands/options/options.h"

#include <optional>
#include <string>
#include <vector>

namespace emilia {

/// Parses `arguments` for a command that takes options only. None if they ask for help, which is
/// then printed. Throws UsageError.
[[nodiscard]] std::optional<ParsedOptions>
options_or_help(boost::program_options::options_description& described, const Arguments& arguments,
                const char* usage, const char* examples);

/// Prints a Markdown table to standard output, each row at once, because the next may take minutes.
class MarkdownTable {
public:
    explicit MarkdownTable(const std::vector<std::string>& header);
    void add(const std::vector<std::string>& row);
    /// Prints an empty line.
    void end();
};

} // namespace emilia
