#pragma once

#include <string>
#include <string_view>

namespace emilia {

/// Fills the lines of each paragraph up to the 80 columns of a terminal. A paragraph ends at an
/// empty line or before an indented one; indented lines stay as they are.
[[nodiscard]] std::string wrapped(std::string_view text);

} // namespace emilia
