#pragma once

#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace emilia {

/// Checks that `replace_file` can write there, so that a job finds out before hours of work. The
/// error names the file and says what prevents it.
[[nodiscard]] tl::expected<void, std::string> check_replaceable(const std::string& path);

/// Replaces the contents of a file by `bytes`, or creates it. After a failure or a crash the file
/// is either unchanged or complete, because the bytes go to a temporary file beside it, which is
/// then renamed. The file keeps its permissions and, if the system allows it, owner and group; a
/// symbolic link keeps leading to it. The error names the file.
[[nodiscard]] tl::expected<void, std::string> replace_file(const std::string& path,
                                                           std::string_view bytes);

/// Removes the temporary files of `replace_file` that killed processes have left behind, whose
/// names are `FILE.PROCESS.NUMBER.emilia-new`. No process may be replacing the file at the same
/// time.
void remove_unfinished(const std::string& path);

} // namespace emilia
