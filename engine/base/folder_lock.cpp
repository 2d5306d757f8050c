#include "engine/base/folder_lock.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

namespace emilia {

tl::expected<FolderLock, std::string> FolderLock::of(const std::string& file,
                                                     const TellWait& tell_wait) {
    const std::filesystem::path path(file);
    const std::string folder = path.has_parent_path() ? path.parent_path().string() : ".";
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) {
        return tl::unexpected(
            fmt::format("cannot use the folder '{}': {}", folder, std::strerror(errno)));
    }
    FolderLock lock(descriptor);
    if (lock.take(folder, tell_wait)) return lock;
    // Some network file systems can only lock files that are open for writing, so a file in the
    // folder is locked instead, and stays there.
    lock.descriptor_ =
        ::open((folder + "/.emilia.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    ::close(descriptor);
    if (lock.descriptor_ >= 0 && lock.take(folder, tell_wait)) return lock;
    return tl::unexpected(
        fmt::format("cannot lock the folder '{}': {}", folder, std::strerror(errno)));
}

bool FolderLock::take(const std::string& folder, const TellWait& tell_wait) const {
    constexpr std::chrono::milliseconds interval{5};
    const auto patient_until = std::chrono::steady_clock::now() + patience;
    while (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR) return false;
        if (std::chrono::steady_clock::now() >= patient_until) {
            if (tell_wait) tell_wait(folder);
            return wait();
        }
        std::this_thread::sleep_for(interval);
    }
    return true;
}

bool FolderLock::wait() const noexcept {
    while (::flock(descriptor_, LOCK_EX) != 0) {
        if (errno != EINTR) return false;
    }
    return true;
}

FolderLock::FolderLock(FolderLock&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

FolderLock::~FolderLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

} // namespace emilia
