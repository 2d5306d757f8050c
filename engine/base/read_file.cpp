#include "engine/base/read_file.h"

#include "engine/system/paths.h"
#include "engine/system/standard_streams.h"

#include <array>
#include <cerrno>
#include <filesystem>
#include <istream>
#include <system_error>

#include <fmt/format.h>

namespace emilia {
namespace {

tl::unexpected<std::string> cannot_read(const std::string& path, const std::string& reason) {
    return tl::unexpected(fmt::format("cannot read '{}': {}", path, reason));
}

tl::unexpected<std::string> cannot_read(const std::string& path) {
    return cannot_read(path, std::generic_category().message(errno));
}

} // namespace

tl::expected<std::string, std::string> read_file(const std::string& path, std::size_t most_bytes,
                                                 const IsWanted& is_wanted) {
    std::error_code ignored;
    if (std::filesystem::is_directory(to_path(path), ignored))
        return cannot_read(path, "it is a folder");
    const auto file = open_input(path);
    if (!*file) return cannot_read(path);
    std::string text;
    std::array<char, 65536> part;
    while (file->read(part.data(), part.size()), file->gcount() > 0) {
        const bool begins = text.empty();
        text.append(part.data(), static_cast<std::size_t>(file->gcount()));
        if (begins && is_wanted && !is_wanted(text)) return text;
        if (text.size() > most_bytes) {
            return cannot_read(path, fmt::format("it is longer than {} MB", most_bytes >> 20));
        }
    }
    if (file->bad()) return cannot_read(path);
    return text;
}

bool is_no_ordinary_file(const std::string& path) {
    std::error_code ignored;
    const auto status = std::filesystem::status(to_path(path), ignored);
    return std::filesystem::is_other(status);
}

tl::expected<std::string, std::string> read_beginning(const std::string& path) {
    constexpr std::size_t most_bytes = 64;
    const auto file = open_input(path);
    if (!*file && errno == ENOENT) return "";
    if (!*file) return cannot_read(path);
    std::string text(most_bytes, '\0');
    file->read(text.data(), static_cast<std::streamsize>(text.size()));
    if (file->bad()) return cannot_read(path);
    text.resize(static_cast<std::size_t>(file->gcount()));
    return text;
}

} // namespace emilia
