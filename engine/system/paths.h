#pragma once

// The program's text is UTF-8. Systems write paths, arguments and the environment in encodings of
// their own; these functions convert them.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace emilia {

/// The path that a UTF-8 text names. Use it wherever a path is made from text: the constructor of
/// std::filesystem::path reads UTF-8 on some systems only.
[[nodiscard]] std::filesystem::path to_path(std::string_view text);

/// A path as UTF-8.
[[nodiscard]] std::string to_text(const std::filesystem::path& path);

/// The arguments of `main` without the name of the program.
[[nodiscard]] std::vector<std::string> program_arguments(int count, char** arguments);

/// The value of an environment variable; none if it is unset.
[[nodiscard]] std::optional<std::string> environment(const std::string& name);

/// The folder for the files that programs keep for this user, none if the environment doesn't name
/// it.
[[nodiscard]] std::optional<std::filesystem::path> user_data_folder();
/// Why there is no such folder, for a message.
[[nodiscard]] std::string_view why_no_user_data_folder() noexcept;
/// The folder for this user's files that programs can make again, none if the environment doesn't
/// name it.
[[nodiscard]] std::optional<std::filesystem::path> user_cache_folder();

/// The file that `path` leads to if it is a symbolic link, otherwise `path`. It need not exist.
[[nodiscard]] std::string link_target(const std::string& path);

/// The number of this process among those that run now.
[[nodiscard]] unsigned long process_number() noexcept;

} // namespace emilia
