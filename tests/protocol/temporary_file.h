#pragma once

#include "engine/system/paths.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

namespace emilia::testing {

/// Returns what a file holds; of one that isn't there, nothing.
[[nodiscard]] inline std::string contents(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(to_path(path), std::ios::binary).rdbuf();
    return text.str();
}

/// Replaces what a file holds.
inline void write(const std::string& path, std::string_view text) {
    std::ofstream(to_path(path), std::ios::binary) << text;
}

/// A file that lives as long as this object.
class TemporaryFile {
public:
    explicit TemporaryFile(std::string_view text = {}) {
        // Tests run in parallel, each in its own process.
        static int number = 0;
        path_ =
            std::filesystem::temp_directory_path()
            / ("emilia-test-" + std::to_string(process_number()) + "-" + std::to_string(++number));
        std::ofstream(path_, std::ios::binary) << text;
    }
    ~TemporaryFile() {
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    [[nodiscard]] std::string path() const { return to_text(path_); }
    [[nodiscard]] std::string text() const { return contents(path()); }

private:
    std::filesystem::path path_;
};

/// A folder, empty at first, that lives as long as this object with all that is in it.
class TemporaryFolder {
public:
    TemporaryFolder() {
        std::filesystem::remove(file_.path());
        std::filesystem::create_directory(file_.path());
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(file_.path(), ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    [[nodiscard]] std::string path() const { return file_.path(); }
    [[nodiscard]] std::string file(const std::string& name) const { return path() + '/' + name; }

private:
    TemporaryFile file_;
};

} // namespace emilia::testing
