#pragma once

#include "tests/protocol/temporary_file.h"

#include <cstddef>
#include <iterator>

namespace emilia::testing {

/// A folder with at most one file of interest.
struct FileFolder : TemporaryFolder {
    [[nodiscard]] std::string file() const { return TemporaryFolder::file("file"); }
    [[nodiscard]] std::ptrdiff_t entries() const {
        return std::distance(std::filesystem::directory_iterator(path()), {});
    }
};

inline std::string text_of(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

} // namespace emilia::testing
