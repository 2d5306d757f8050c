#pragma once

#include <cstddef>
#include <string>

#include <tl/expected.hpp>

namespace emilia {

/// More is no file that anybody means: an endless device, say.
inline constexpr std::size_t most_file_bytes = std::size_t{256} << 20;

/// A whole file, or a message that names it and says why it can't be read.
[[nodiscard]] tl::expected<std::string, std::string>
read_file(const std::string& path, std::size_t most_bytes = most_file_bytes);

} // namespace emilia
