#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace emilia {

/// The limit keeps a path such as /dev/zero from filling the memory.
inline constexpr std::size_t most_file_bytes = std::size_t{256} << 20;

/// Whether a file that begins with these bytes is worth reading.
using IsWanted = std::function<bool(std::string_view beginning)>;

/// Reads a whole file, or only its beginning, at most 64 KB, if that is not wanted. The error names
/// the file and says why it can't be read.
[[nodiscard]] tl::expected<std::string, std::string>
read_file(const std::string& path, std::size_t most_bytes = most_file_bytes,
          const IsWanted& is_wanted = {});

/// Whether it exists but is neither a file nor a folder. Reading a pipe waits for its writer, so a
/// program should read one only where its user has named it.
[[nodiscard]] bool is_no_ordinary_file(const std::string& path);

/// Reads at most 64 bytes from the beginning of a file, enough to tell what kind of file it is;
/// reads nothing if there is no file. The error is like that of `read_file`.
[[nodiscard]] tl::expected<std::string, std::string> read_beginning(const std::string& path);

} // namespace emilia
