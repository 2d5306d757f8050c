#pragma once

#include "engine/system/open_file.h"

#include <cstddef>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace emilia {

/// A file to which a long job appends its results. It is locked against other processes as long as
/// the object lives; the system releases the lock when the process ends, even if it is killed. Only
/// one thread at a time may use it. All errors name the file and say why.
class AppendFile {
public:
    /// Opens a file or creates it. Fails if it is no regular file or if another process has locked
    /// it.
    [[nodiscard]] static tl::expected<AppendFile, std::string> open(const std::string& path);

    [[nodiscard]] const std::string& path() const noexcept { return path_; }
    /// The size in bytes that the file had when it was opened.
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

    /// Removes all but the first `size` bytes, of which the file must have at least as many.
    [[nodiscard]] tl::expected<void, std::string> cut(std::size_t size);
    /// Writes `bytes` at the end. An error leaves the file as it was. Fails if the file has been
    /// deleted since it was opened, because a job would work for nothing.
    [[nodiscard]] tl::expected<void, std::string> append(std::string_view bytes);

private:
    AppendFile(std::string path, OpenFile file, std::size_t size) noexcept;

    std::string path_;
    OpenFile file_;
    std::size_t size_;
    bool had_name_; ///< false for a file in memory, which only has a number
};

} // namespace emilia
