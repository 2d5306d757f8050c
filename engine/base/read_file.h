#pragma once

#include <cstddef>
#include <string>

#include <tl/expected.hpp>

namespace emilia {

/// The limit keeps a path such as /dev/zero from filling the memory.
inline constexpr std::size_t most_file_bytes = std::size_t{256} << 20;

/// Reads a whole file. The error names the file and says why it can't be read.
[[nodiscard]] tl::expected<std::string, std::string>
read_file(const std::string& path, std::size_t most_bytes = most_file_bytes);

} // namespace emilia
