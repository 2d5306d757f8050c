#include "protocol/server/password.h"

#include "engine/base/files.h"
#include "engine/base/text.h"
#include "engine/system/open_file.h"
#include "engine/system/paths.h"

#include <algorithm>

#include <fmt/format.h>

namespace emilia::ggs {
namespace {

bool is_visible(char character) noexcept {
    return character > ' ' && character <= '~';
}

tl::expected<std::string, std::string> check(std::string_view password, std::string_view origin) {
    constexpr std::size_t longest = 100;
    if (password.empty()) return tl::unexpected(fmt::format("{} holds no password", origin));
    if (password.size() > longest || !std::all_of(password.begin(), password.end(), is_visible)) {
        return tl::unexpected(
            fmt::format("the password in {} is longer than {} characters or holds "
                        "blanks or others that are not printable ASCII",
                        origin, longest));
    }
    return std::string(password);
}

} // namespace

tl::expected<std::string, std::string> read_password(const std::optional<std::string>& file) {
    if (!file) {
        const auto password = environment(password_variable);
        if (password) return check(*password, password_variable);
        return tl::unexpected(
            fmt::format("a password is needed: write it into a file that only you "
                        "may read and name it with --password-file, or set the "
                        "environment variable {}",
                        password_variable));
    }
    if (others_may_read(*file)) {
        return tl::unexpected(
            fmt::format("others may read the password in '{0}'; keep them out with: "
                        "chmod 600 '{0}'",
                        *file));
    }
    constexpr std::size_t most_bytes = 4096;
    const auto text = read_file(*file, most_bytes);
    if (!text) return tl::unexpected(text.error());
    std::string_view line = std::string_view(*text).substr(0, text->find('\n'));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return check(line, fmt::format("'{}'", *file));
}

std::optional<std::string> why_no_user(std::string_view name) {
    constexpr std::size_t shortest = 2;
    constexpr std::size_t longest = 8;
    const bool right = name.size() >= shortest && name.size() <= longest && name.front() != '.'
                       && name.front() != '_' && std::all_of(name.begin(), name.end(), is_visible)
                       && name.find_first_of(",\\") == std::string_view::npos;
    if (right) return std::nullopt;
    return fmt::format(
        "{} is no name of a user: those have 2 to 8 characters, do not begin with '.' "
        "or '_', and hold no blanks, commas or backslashes",
        in_quotes(name));
}

} // namespace emilia::ggs
