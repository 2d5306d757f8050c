#include "engine/system/open_file.h"

#include <cerrno>
#include <cstdio>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace emilia {
namespace {

tl::unexpected<std::error_code> failure() noexcept {
    return tl::unexpected(std::error_code(errno, std::generic_category()));
}

int descriptor_of(std::intptr_t handle) noexcept {
    return static_cast<int>(handle);
}

SystemResult<void> success_if(bool succeeded) noexcept {
    if (!succeeded) return failure();
    return {};
}

SystemResult<OpenFile> opened(const std::string& path, int flags, mode_t mode = 0666) noexcept {
    const int descriptor = ::open(path.c_str(), flags | O_CLOEXEC, mode);
    if (descriptor < 0) return failure();
    return OpenFile(descriptor);
}

/// Repeats a call that a signal has interrupted; returns what `call` returns.
template <class Call>
int uninterrupted(const Call& call) noexcept {
    int result = call();
    while (result < 0 && errno == EINTR) result = call();
    return result;
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

} // namespace

SystemResult<OpenFile> OpenFile::to_read(const std::string& path) {
    return opened(path, O_RDONLY);
}

SystemResult<OpenFile> OpenFile::to_append(const std::string& path) {
    return opened(path, O_RDWR | O_CREAT | O_APPEND);
}

SystemResult<OpenFile> OpenFile::to_replace(const std::string& path, const std::string& old) {
    struct stat of_old {};
    const bool replaces = ::stat(old.c_str(), &of_old) == 0;
    auto file = opened(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND, replaces ? 0600 : 0666);
    if (file && replaces) take_over(descriptor_of(file->handle_), of_old);
    return file;
}

SystemResult<OpenFile> OpenFile::folder(const std::string& path) {
    return opened(path, O_RDONLY | O_DIRECTORY);
}

OpenFile::~OpenFile() {
    if (handle_ >= 0) ::close(descriptor_of(handle_));
}

bool OpenFile::is_regular() const noexcept {
    struct stat status {};
    return ::fstat(descriptor_of(handle_), &status) == 0 && S_ISREG(status.st_mode);
}

bool OpenFile::is_deleted() const noexcept {
    struct stat status {};
    return ::fstat(descriptor_of(handle_), &status) == 0 && status.st_nlink == 0;
}

SystemResult<std::size_t> OpenFile::size() const noexcept {
    struct stat status {};
    if (::fstat(descriptor_of(handle_), &status) != 0) return failure();
    return static_cast<std::size_t>(status.st_size);
}

SystemResult<void> OpenFile::cut(std::size_t size) noexcept {
    return success_if(::ftruncate(descriptor_of(handle_), static_cast<off_t>(size)) == 0);
}

SystemResult<void> OpenFile::append(std::string_view bytes) noexcept {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor_of(handle_), bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return failure();
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
}

SystemResult<void> OpenFile::flush() noexcept {
#ifdef F_FULLFSYNC
    // On macOS fsync waits only until the disk has got the bytes, not until it keeps them. Not
    // every file system knows the other call.
    if (::fcntl(descriptor_of(handle_), F_FULLFSYNC) == 0) return {};
#endif
    return success_if(::fsync(descriptor_of(handle_)) == 0);
}

SystemResult<bool> OpenFile::try_lock(Lock kind) noexcept {
    const int operation = (kind == Lock::shared ? LOCK_SH : LOCK_EX) | LOCK_NB;
    if (uninterrupted([&] { return ::flock(descriptor_of(handle_), operation); }) == 0) return true;
    if (errno == EWOULDBLOCK) return false;
    return failure();
}

SystemResult<void> OpenFile::lock() noexcept {
    return success_if(uninterrupted([&] { return ::flock(descriptor_of(handle_), LOCK_EX); }) == 0);
}

SystemResult<void> move_over(const std::string& from, const std::string& to) {
    return success_if(std::rename(from.c_str(), to.c_str()) == 0);
}

bool others_may_read(const std::string& path) noexcept {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 && (status.st_mode & 0077U) != 0;
}

SystemResult<void> check_writable(const std::string& path) {
    return success_if(::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) == 0);
}

} // namespace emilia
