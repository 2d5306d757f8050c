#include "protocol/commands/literature/literature.h"

#include <iostream>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace emilia {

std::optional<ParsedOptions> options_or_help(boost::program_options::options_description& described,
                                             const Arguments& arguments, const char* usage,
                                             const char* examples) {
    ParsedOptions options = parse_options(described, arguments);
    if (options.help) {
        print_help(usage, described, examples);
        return std::nullopt;
    }
    if (!options.positional.empty())
        throw UsageError(
            fmt::format("this command takes options only, not '{}'", options.positional.front()));
    return options;
}

MarkdownTable::MarkdownTable(const std::vector<std::string>& header) {
    add(header);
    add(std::vector<std::string>(header.size(), "---"));
}

void MarkdownTable::add(const std::vector<std::string>& row) {
    std::cout << fmt::format("| {} |\n", fmt::join(row, " | ")) << std::flush;
}

void MarkdownTable::end() {
    std::cout << '\n';
}

} // namespace emilia
