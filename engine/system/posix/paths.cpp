#include "engine/system/paths.h"

#include <cstdlib>

#include <unistd.h>

namespace emilia {

namespace fs = std::filesystem;

fs::path to_path(std::string_view text) {
    return text;
}

std::string to_text(const fs::path& path) {
    return path.string();
}

std::vector<std::string> program_arguments(int count, char** arguments) {
    return {arguments + 1, arguments + count};
}

std::optional<std::string> environment(const std::string& name) {
    const char* const value = std::getenv(name.c_str()); // NOLINT(concurrency-mt-unsafe): never set
    if (value == nullptr) return std::nullopt;
    return value;
}

std::optional<fs::path> user_data_folder() {
    const fs::path data = environment("XDG_DATA_HOME").value_or("");
    if (data.is_absolute()) return data; // the specification says to ignore others
    const fs::path home = environment("HOME").value_or("");
    if (home.is_absolute()) return home / ".local" / "share";
    return std::nullopt;
}

std::string_view why_no_user_data_folder() noexcept {
    return "neither XDG_DATA_HOME nor HOME names one";
}

std::string link_target(const std::string& path) {
    std::error_code none;
    const fs::path real = fs::canonical(path, none);
    if (!none) return real.string();
    // The links lead to a file that does not exist yet.
    constexpr int most_links = 40; // as in Linux
    fs::path place = path;
    for (int i = 0; i < most_links && fs::is_symlink(fs::symlink_status(place, none)); ++i)
        place = place.parent_path() / fs::read_symlink(place, none);
    return place.string();
}

unsigned long process_number() noexcept {
    return static_cast<unsigned long>(::getpid());
}

} // namespace emilia
