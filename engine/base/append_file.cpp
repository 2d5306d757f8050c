#include "engine/base/append_file.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace emilia {
namespace {

tl::unexpected<std::string> failure(const std::string& path, std::string_view what) {
    return tl::unexpected(fmt::format("'{}' {}", path, what));
}

tl::unexpected<std::string> system_failure(const std::string& path, std::string_view what) {
    return failure(path, fmt::format("{}: {}", what, std::strerror(errno)));
}

/// If it returns false, errno tells why.
bool write_all(int descriptor, std::string_view bytes) noexcept {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

} // namespace

AppendFile::AppendFile(std::string path, int descriptor) noexcept
    : path_(std::move(path)), descriptor_(descriptor) {}

AppendFile::AppendFile(AppendFile&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      size_(other.size_) {}

AppendFile& AppendFile::operator=(AppendFile&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(descriptor_, other.descriptor_);
    std::swap(size_, other.size_);
    return *this;
}

AppendFile::~AppendFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

tl::expected<AppendFile, std::string> AppendFile::open(const std::string& path) {
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (descriptor < 0) return system_failure(path, "can't be opened for writing");
    AppendFile file(path, descriptor);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK) return failure(path, "is being written by another job");
        return system_failure(path, "can't be locked");
    }
    struct stat status {};
    if (::fstat(descriptor, &status) != 0) return system_failure(path, "can't be read");
    if (!S_ISREG(status.st_mode)) return failure(path, "is no file");
    file.size_ = static_cast<std::size_t>(status.st_size);
    return file;
}

tl::expected<void, std::string> AppendFile::cut(std::size_t size) {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) return system_failure(path_, "can't be read");
    if (static_cast<std::size_t>(status.st_size) == size) return {}; // the file keeps its time
    if (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0)
        return system_failure(path_, "can't be written");
    return {};
}

tl::expected<void, std::string> AppendFile::append(std::string_view bytes) {
    const off_t before = ::lseek(descriptor_, 0, SEEK_END);
    if (write_all(descriptor_, bytes)) return {};
    auto failed = system_failure(path_, "can't be written");
    if (::ftruncate(descriptor_, before) != 0) failed.value() += "; its end is cut off";
    return failed;
}

} // namespace emilia
