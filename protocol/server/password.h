#pragma once

// The user's name and password. The password comes from a file that only its owner may read, or
// from the environment: command lines are visible to others and stay in histories.

#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace emilia::ggs {

inline constexpr const char* password_variable = "EMILIA_GGS_PASSWORD";

/// Reads the first line of the file, or the environment if there is no file. The error says what is
/// wrong and the cure; it never holds anything of the password.
[[nodiscard]] tl::expected<std::string, std::string>
read_password(const std::optional<std::string>& file);

/// Why the server would not take this name: it has 2 to 8 characters, does not begin with `.` or
/// `_`, and holds no blank, `,` or `\`. None if it is right.
[[nodiscard]] std::optional<std::string> why_no_user(std::string_view name);

} // namespace emilia::ggs
