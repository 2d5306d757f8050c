#pragma once

// `emilia literature`: reruns what was published about the players of the literature. Each
// experiment prints a table, as Markdown has them, of our figures beside the published ones.

#include "protocol/commands/command.h"
#include "protocol/options/options.h"

#include <string>
#include <vector>

namespace emilia {

/// These take options only. Throws UsageError.
void refuse_arguments(const ParsedOptions& options);

/// A table as Markdown has it.
class MarkdownTable {
public:
    explicit MarkdownTable(const std::vector<std::string>& header);
    void add(const std::vector<std::string>& row);
    /// To standard output, with an empty line behind it.
    void print() const;

private:
    std::string text_;
};

} // namespace emilia
