#include "protocol/text_file.h"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

#include <fmt/format.h>

namespace emilia {

tl::expected<std::string, std::string> read_text_file(const std::string& path) {
    const auto failure = [&path](const std::string& reason) {
        return tl::unexpected<std::string>(fmt::format("cannot read '{}': {}", path, reason));
    };
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) return failure("it is a folder");
    std::ifstream file(path, std::ios::binary);
    if (!file) return failure(std::generic_category().message(errno));
    std::ostringstream text;
    text << file.rdbuf();
    if (file.bad()) return failure(std::generic_category().message(errno));
    return text.str();
}

} // namespace emilia
