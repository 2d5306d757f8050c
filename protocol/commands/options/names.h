#pragma once

#include "engine/notation/position.h"
#include "protocol/commands/options/command_options.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace emilia {

/// Lists the members `name` of all rows of a table: `a, b, c`.
template <typename Table>
[[nodiscard]] std::string names_of(const Table& table) {
    std::string names;
    for (const auto& row : table) {
        if (!names.empty()) names += ", ";
        names += row.name;
    }
    return names;
}

/// The members `name` of all rows of a table.
template <typename Table>
[[nodiscard]] std::vector<std::string> choices_from(const Table& table) {
    std::vector<std::string> names;
    for (const auto& row : table) names.emplace_back(row.name);
    return names;
}

/// ` (did you mean 'depth'?)` with the name that `word` was most likely meant to be; empty if no
/// name is similar to it.
[[nodiscard]] std::string did_you_mean(std::string_view word,
                                       std::span<const std::string_view> names);

/// The same for the members `name` of all rows of a table.
template <typename Table>
[[nodiscard]] std::string did_you_mean_name_of(std::string_view word, const Table& table) {
    std::vector<std::string_view> names;
    for (const auto& row : table) names.push_back(row.name);
    return did_you_mean(word, names);
}

/// The row of a table with the name that `--option` was given. Throws UsageError if there is none.
template <typename Table>
[[nodiscard]] const auto& named(const Table& table, std::string_view option,
                                const std::string& name) {
    const auto found =
        std::find_if(table.begin(), table.end(), [&](const auto& row) { return row.name == name; });
    check_usage(found != table.end(), "--{} must be one of {}, not '{}'{}", option, names_of(table),
                name, did_you_mean_name_of(name, table));
    return *found;
}

/// Adds `--color`, black or white.
void add_color(CommandOptions& options, std::optional<Color>& color, const std::string& help);

} // namespace emilia
