#pragma once

#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace emilia {

/// Whether `replace_file` could write there now, or a message that names the file and says why
/// not: worth asking before hours of work.
[[nodiscard]] tl::expected<void, std::string> check_replaceable(const std::string& path);

/// Makes `bytes` the contents of a file, new or old. Whatever happens, the file is either as
/// before or whole: the bytes are written beside it, and then it is renamed. The error names it.
[[nodiscard]] tl::expected<void, std::string> replace_file(const std::string& path,
                                                           std::string_view bytes);

/// Where a path leads, if it is a link; else the path.
[[nodiscard]] std::string link_target(const std::string& path);

/// Removes what killed processes left beside a file that they were about to replace. Nobody else
/// may be replacing it meanwhile.
void remove_unfinished(const std::string& path);

} // namespace emilia
