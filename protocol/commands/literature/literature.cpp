#include "protocol/commands/literature/literature.h"

#include <iostream>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace emilia {

void refuse_arguments(const ParsedOptions& options) {
    if (!options.positional.empty())
        throw UsageError(
            fmt::format("this takes options only, not '{}'", options.positional.front()));
}

MarkdownTable::MarkdownTable(const std::vector<std::string>& header) {
    add(header);
    add(std::vector<std::string>(header.size(), "---"));
}

void MarkdownTable::add(const std::vector<std::string>& row) {
    text_ += fmt::format("| {} |\n", fmt::join(row, " | "));
}

void MarkdownTable::print() const {
    std::cout << text_ << std::endl; // NOLINT(performance-avoid-endl): there may be long to wait
}

} // namespace emilia
