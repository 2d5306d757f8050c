#include "protocol/commands/literature/literature.h"

#include <iostream>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace emilia {

void add_opening_seed(CommandOptions& options, std::uint64_t& seed, const char* help) {
    options.number("seed", "S", seed, seed_bounds, help);
}

MarkdownTable::MarkdownTable(const std::vector<std::string>& header) {
    add(header);
    add(std::vector<std::string>(header.size(), "---"));
}

void MarkdownTable::add(const std::vector<std::string>& row) {
    std::cout << fmt::format("| {} |\n", fmt::join(row, " | "));
    flush_output();
}

void MarkdownTable::end() {
    std::cout << '\n';
}

} // namespace emilia
