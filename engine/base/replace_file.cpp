#include "engine/base/replace_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <random>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace emilia {
namespace {

namespace fs = std::filesystem;

/// Users may name files of their own `FILE.1.new`, so the end names this program.
constexpr std::string_view temporary_suffix = ".emilia-new";

/// The name of a new temporary file beside `path`. Programs on several machines may share a folder
/// and happen to have the same process ID, so it ends with a random number, too.
std::string temporary_name(const std::string& path) {
    return fmt::format("{}.{}.{}{}", path, ::getpid(), std::random_device()(), temporary_suffix);
}

/// Whether `temporary_name` can have made `name` for the file `of`.
bool is_temporary_name(std::string_view name, std::string_view of) {
    const auto is_number = [](std::string_view text) {
        return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
    };
    if (name.size() < of.size() + 1 + temporary_suffix.size() || !name.starts_with(of)
        || !name.ends_with(temporary_suffix)) {
        return false;
    }
    const std::string_view between =
        name.substr(of.size(), name.size() - of.size() - temporary_suffix.size());
    const std::size_t dot = std::min(between.find('.', 1), between.size() - 1);
    return between.starts_with('.') && is_number(between.substr(1, dot - 1))
           && is_number(between.substr(dot + 1));
}

/// Gives a new file the owner and the permissions of an old one, as far as the system allows it.
void take_over(int descriptor, const struct stat& old) noexcept {
    const bool same_owner = ::fchown(descriptor, old.st_uid, old.st_gid) == 0;
    const bool same_group =
        same_owner || ::fchown(descriptor, static_cast<uid_t>(-1), old.st_gid) == 0;
    mode_t mode = old.st_mode & 0777U;
    // Another group gets no more than everybody.
    if (!same_group) mode = (mode & 0707U) | (mode & 0007U) << 3U;
    ::fchmod(descriptor, mode); // can fail only where files have no permissions
}

/// A temporary file beside the one that it is going to replace, with the same owner and
/// permissions. The destructor removes it, unless it has been renamed by then.
class NewFile {
public:
    explicit NewFile(const fs::path& path) : path_(temporary_name(path.string())) {
        struct stat old {};
        const bool replaces = ::stat(path.c_str(), &old) == 0;
        constexpr int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
        descriptor_ = ::open(path_.c_str(), flags, replaces ? 0600 : 0666);
        if (descriptor_ >= 0 && replaces) take_over(descriptor_, old);
    }
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
    int descriptor_ = -1;
    bool renamed_ = false;
};

/// Whether a job appends to the file at this moment (see AppendFile).
bool is_locked(const std::string& path) noexcept {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return false;
    const bool locked = ::flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    ::close(descriptor);
    return locked;
}

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
    // The links lead to a file that does not exist yet.
    constexpr int most_links = 40; // as in Linux
    fs::path place = path;
    for (int i = 0; i < most_links && fs::is_symlink(fs::symlink_status(place, none)); ++i)
        place = place.parent_path() / fs::read_symlink(place, none);
    return place.string();
}

tl::expected<void, std::string> check_replaceable(const std::string& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (error && status.type() != fs::file_type::not_found)
        return cannot_write(path, error.message());
    if (fs::is_directory(status)) return cannot_write(path, "it is a folder");
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        return cannot_write(path, "it is no ordinary file");
    }
    // A rename needs no right to write the file itself.
    if (fs::exists(status) && ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0)
        return cannot_write(path);
    if (is_locked(path)) return cannot_write(path, "it is being written by another job");
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
    const std::string file = place.filename().string();
    for (auto entry = fs::directory_iterator(folder, ignored);
         !ignored && entry != fs::directory_iterator(); entry.increment(ignored)) {
        std::error_code gone;
        if (is_temporary_name(entry->path().filename().string(), file))
            fs::remove(entry->path(), gone);
    }
}

} // namespace emilia
