#pragma once

#include <optional>
#include <string_view>

namespace emilia {

/// Cuts the first word, up to a blank or tab, off the front of `text`; empty when none is left.
[[nodiscard]] std::string_view take_word(std::string_view& text) noexcept;

/// A whole number that fills `text`, nothing before or after it.
[[nodiscard]] std::optional<int> whole_number(std::string_view text) noexcept;

} // namespace emilia
