#pragma once

// Files that are read whole, replaced whole, or appended to, and a lock that keeps processes from
// changing the same folder at once. Paths are UTF-8. Each error is a message that names the file
// and says why.

#include "engine/system/open_file.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include <tl/expected.hpp>

namespace emilia {

/// The most bytes that `read_file` reads by default, so that a path such as /dev/zero does not fill
/// the memory.
inline constexpr std::size_t most_file_bytes = std::size_t{256} << 20;

/// Whether a file that begins with these bytes is worth reading.
using IsWanted = std::function<bool(std::string_view beginning)>;

/// Reads a whole file, or only its beginning, at most 64 KB, if that is not wanted.
[[nodiscard]] tl::expected<std::string, std::string>
read_file(const std::string& path, std::size_t most_bytes = most_file_bytes,
          const IsWanted& is_wanted = {});

/// Whether `path` exists but is neither a file nor a folder, such as a pipe. Reading a pipe waits
/// for its writer, so read one only where the user has named it.
[[nodiscard]] bool is_no_ordinary_file(const std::string& path);

/// Reads at most 64 bytes from the beginning of a file, enough to recognise its kind. Without a
/// file the result is empty.
[[nodiscard]] tl::expected<std::string, std::string> read_beginning(const std::string& path);

/// Checks that `replace_file` can write there, so that a job finds out before hours of work.
[[nodiscard]] tl::expected<void, std::string> check_replaceable(const std::string& path);

/// Replaces the contents of a file by `bytes`, or creates it. After a failure or a crash the file
/// is either unchanged or complete, because the bytes go to a temporary file beside it, which is
/// then renamed. The file keeps its permissions and, if the system allows it, owner and group; a
/// symbolic link keeps leading to it.
[[nodiscard]] tl::expected<void, std::string> replace_file(const std::string& path,
                                                           std::string_view bytes);

/// Removes the temporary files of `replace_file` that killed processes have left behind, whose
/// names are `FILE.PROCESS.NUMBER.emilia-new`. No process may be replacing the file at the same
/// time.
void remove_unfinished(const std::string& path);

/// A file to which a long job appends its results. It is locked against other processes as long as
/// the object lives; the system releases the lock when the process ends, even if it is killed. Only
/// one thread at a time may use it.
class AppendFile {
public:
    /// Opens a file or creates it. Fails if it is no regular file or if another process has locked
    /// it.
    [[nodiscard]] static tl::expected<AppendFile, std::string> open(const std::string& path);

    [[nodiscard]] const std::string& path() const noexcept { return path_; }
    /// The size in bytes that the file had when it was opened.
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

    /// Keeps the first `size` bytes, at most as many as the file has, and removes the others.
    [[nodiscard]] tl::expected<void, std::string> cut(std::size_t size);
    /// Writes `bytes` at the end. An error leaves the file as it was. Fails if the file has been
    /// deleted since it was opened: its job would work for nothing.
    [[nodiscard]] tl::expected<void, std::string> append(std::string_view bytes);

private:
    AppendFile(std::string path, OpenFile file, std::size_t size) noexcept;

    std::string path_;
    OpenFile file_;
    std::size_t size_;
    bool had_name_; ///< false for a file in memory, which only has a number
};

/// Locks a folder for one process at a time, as long as the object lives. The system releases the
/// lock when the process ends, even if it is killed.
class FolderLock {
public:
    /// Called once when waiting takes longer than `patience`, so that the user learns why.
    using TellWait = std::function<void(const std::string& folder)>;
    static constexpr std::chrono::seconds patience{2};

    /// Locks the folder of `file`, which need not exist yet; waits until no other process holds the
    /// lock. An error names the folder.
    [[nodiscard]] static tl::expected<FolderLock, std::string> of(const std::string& file,
                                                                  const TellWait& tell_wait = {});

private:
    explicit FolderLock(OpenFile file) noexcept : file_(std::move(file)) {}
    OpenFile file_;
};

} // namespace emilia
