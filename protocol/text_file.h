#pragma once

#include <string>

#include <tl/expected.hpp>

namespace emilia {

/// A whole file, or a message that names it and says why it can't be read.
[[nodiscard]] tl::expected<std::string, std::string> read_text_file(const std::string& path);

} // namespace emilia
