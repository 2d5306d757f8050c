#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <tl/expected.hpp>

namespace emilia {

/// A value, or why the system refused. The error's `message()` is the same English text on every
/// system, such as `No such file or directory`.
template <class T>
using SystemResult = tl::expected<T, std::error_code>;

/// An open file without a buffer: what a standard stream can't do, such as locking. Paths are
/// UTF-8. The destructor closes the file, which also releases its lock; so does the end of the
/// process, even if it is killed. Only one thread at a time may use an object.
class OpenFile {
public:
    enum class Lock { shared, exclusive };

    [[nodiscard]] static SystemResult<OpenFile> to_read(const std::string& path);
    /// Opens a file for reading and writing, or creates it.
    [[nodiscard]] static SystemResult<OpenFile> to_append(const std::string& path);
    /// Creates a file, which must not exist yet. It gets the permissions of the file `old`, as far
    /// as the system allows it, and those of a new file if there is no `old`.
    [[nodiscard]] static SystemResult<OpenFile> to_replace(const std::string& path,
                                                           const std::string& old);
    /// Opens a folder, which can then be locked on some systems. It can do nothing else.
    [[nodiscard]] static SystemResult<OpenFile> folder(const std::string& path);

    /// Owns what the system calls a file descriptor or a handle.
    explicit OpenFile(std::intptr_t handle) noexcept : handle_(handle) {}
    OpenFile(OpenFile&& other) noexcept : handle_(std::exchange(other.handle_, -1)) {}
    OpenFile& operator=(OpenFile&& other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~OpenFile();

    /// Whether it is a file on a disk, not a folder or a device.
    [[nodiscard]] bool is_regular() const noexcept;
    /// Whether it has been deleted, so that what is written to it is lost.
    [[nodiscard]] bool is_deleted() const noexcept;
    [[nodiscard]] SystemResult<std::size_t> size() const noexcept;
    /// Removes the end of the file, after the first `size` bytes.
    [[nodiscard]] SystemResult<void> cut(std::size_t size) noexcept;
    /// Writes all of `bytes` at the end. After an error some of them may have been written.
    [[nodiscard]] SystemResult<void> append(std::string_view bytes) noexcept;
    /// Waits until the disk has everything that was written.
    [[nodiscard]] SystemResult<void> flush() noexcept;

    /// Locks the file against other objects, also those of other processes. Returns false if one of
    /// them holds a lock that excludes this one. Reading and writing need no lock.
    [[nodiscard]] SystemResult<bool> try_lock(Lock kind) noexcept;
    /// Waits until no other object holds a lock, and takes the exclusive one.
    [[nodiscard]] SystemResult<void> lock() noexcept;

private:
    std::intptr_t handle_; ///< −1: none, as after a move
};

/// Moves a file to another name in the same folder. A file of that name is replaced in one step.
[[nodiscard]] SystemResult<void> move_over(const std::string& from, const std::string& to);

/// Whether the permissions of a file let other users read or change it. On Windows always false:
/// there a file in a user's own folders is his alone unless he shares it.
[[nodiscard]] bool others_may_read(const std::string& path) noexcept;

/// Whether an existing file may be written; the error says why it may not.
[[nodiscard]] SystemResult<void> check_writable(const std::string& path);

} // namespace emilia
