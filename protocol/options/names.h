#pragma once

#include <string>

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

} // namespace emilia
