#include "engine/base/replace_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <random>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace emilia {
namespace {

namespace fs = std::filesystem;

/// A temporary file beside the one that it is going to replace. The destructor removes it, unless
/// it has been renamed by then.
class NewFile {
public:
    explicit NewFile(const fs::path& path)
        // Programs on several machines may share a folder and happen to have the same process ID.
        : path_(fmt::format("{}.{}.{}.new", path.string(), ::getpid(), std::random_device()())),
          descriptor_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666)) {}
    ~NewFile() {
        if (descriptor_ >= 0) ::close(descriptor_);
        if (descriptor_ >= 0 && !renamed_) ::unlink(path_.c_str());
    }
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;

    [[nodiscard]] bool is_open() const noexcept { return descriptor_ >= 0; }

    /// If one of these returns false, errno tells why.
    [[nodiscard]] bool write(std::string_view bytes) noexcept {
        while (!bytes.empty()) {
            const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) return false;
            bytes.remove_prefix(static_cast<std::size_t>(written));
        }
        return ::fsync(descriptor_) == 0;
    }
    [[nodiscard]] bool become(const fs::path& path) noexcept {
        renamed_ = std::rename(path_.c_str(), path.c_str()) == 0;
        return renamed_;
    }

private:
    std::string path_;
    int descriptor_;
    bool renamed_ = false;
};

tl::unexpected<std::string> cannot_write(const std::string& path, const std::string& why) {
    return tl::unexpected(fmt::format("cannot write '{}': {}", path, why));
}

tl::unexpected<std::string> cannot_write(const std::string& path) {
    return cannot_write(path, std::strerror(errno));
}

} // namespace

std::string link_target(const std::string& path) {
    std::error_code none;
    const fs::path real = fs::canonical(path, none);
    if (!none) return real.string();
    // The link leads to a file that does not exist yet.
    const fs::path target = fs::read_symlink(path, none);
    return none ? path : (fs::path(path).parent_path() / target).string();
}

tl::expected<void, std::string> check_replaceable(const std::string& path) {
    std::error_code ignored;
    const fs::file_status status = fs::status(path, ignored);
    if (fs::is_directory(status)) return cannot_write(path, "it is a folder");
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        return cannot_write(path, "it is no ordinary file");
    }
    if (!NewFile(link_target(path)).is_open()) return cannot_write(path);
    return {};
}

tl::expected<void, std::string> replace_file(const std::string& path, std::string_view bytes) {
    if (auto checked = check_replaceable(path); !checked) return checked;
    const fs::path place = link_target(path);
    NewFile file(place);
    if (!file.is_open() || !file.write(bytes) || !file.become(place)) return cannot_write(path);
    return {};
}

void remove_unfinished(const std::string& path) {
    std::error_code ignored;
    const fs::path place = link_target(path);
    const fs::path folder = place.has_parent_path() ? place.parent_path() : ".";
    const std::string prefix = place.filename().string() + '.';
    constexpr std::string_view suffix = ".new";
    for (auto entry = fs::directory_iterator(folder, ignored);
         !ignored && entry != fs::directory_iterator(); entry.increment(ignored)) {
        const std::string name = entry->path().filename().string();
        const bool between = name.size() > prefix.size() + suffix.size() && name.starts_with(prefix)
                             && name.ends_with(suffix);
        if (!between) continue;
        const auto numbers = std::string_view(name).substr(
            prefix.size(), name.size() - prefix.size() - suffix.size());
        std::error_code gone;
        if (numbers.find_first_not_of("0123456789.") == std::string_view::npos)
            fs::remove(entry->path(), gone);
    }
}

} // namespace emilia
