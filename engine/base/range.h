#pragma once

#include "engine/base/text.h"

#include <optional>
#include <string_view>
#include <utility>

namespace emilia {

/// Parses `A`, which stands for `A-A`, or `A-B` with `A` at most `B`, both whole numbers.
[[nodiscard]] inline std::optional<std::pair<int, int>>
parse_range(std::string_view text) noexcept {
    const std::size_t dash = text.find('-');
    const auto first = whole_number(text.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : whole_number(text.substr(dash + 1));
    if (!first || !last || *first > *last) return std::nullopt;
    return std::pair(*first, *last);
}

} // namespace emilia
