#include "engine/base/read_file.h"

#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

#include <fmt/format.h>

namespace emilia {

tl::expected<std::string, std::string> read_file(const std::string& path, std::size_t most_bytes) {
    const auto failure = [&path](const std::string& reason) {
        return tl::unexpected<std::string>(fmt::format("cannot read '{}': {}", path, reason));
    };
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) return failure("it is a folder");
    std::ifstream file(path, std::ios::binary);
    if (!file) return failure(std::generic_category().message(errno));
    std::string text;
    std::array<char, 65536> part;
    while (file.read(part.data(), part.size()), file.gcount() > 0) {
        text.append(part.data(), static_cast<std::size_t>(file.gcount()));
        if (text.size() > most_bytes) {
            return failure(fmt::format("it is longer than {} MB", most_bytes >> 20));
        }
    }
    if (file.bad()) return failure(std::generic_category().message(errno));
    return text;
}

} // namespace emilia
