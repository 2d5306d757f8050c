#include "engine/system/paths.h"

#include <cstdlib>

#include <unistd.h>

namespace emilia {

namespace fs = std::filesystem;

namespace {

/// The folder that a variable of the XDG base directory specification names, or its usual place in
/// the user's home.
std::optional<fs::path> folder_of(const std::string& variable, const fs::path& usual_place) {
    const fs::path folder = environment(variable).value_or("");
    if (folder.is_absolute()) return folder; // the specification says to ignore others
    const fs::path home = environment("HOME").value_or("");
    if (home.is_absolute()) return home / usual_place;
    return std::nullopt;
}

} // namespace

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
    return folder_of("XDG_DATA_HOME", fs::path(".local") / "share");
}

std::string_view why_no_user_data_folder() noexcept {
    return "neither XDG_DATA_HOME nor HOME names one";
}

std::optional<fs::path> user_cache_folder() {
    return folder_of("XDG_CACHE_HOME", ".cache");
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
