#pragma once

#include <string>

#include <tl/expected.hpp>

namespace emilia {

/// Locks a folder for one process at a time, as long as the object lives. The system releases the
/// lock when the process ends, even if it is killed.
class FolderLock {
public:
    /// Locks the folder of `file`, which need not exist yet; waits until no other process holds the
    /// lock. The error names the folder.
    [[nodiscard]] static tl::expected<FolderLock, std::string> of(const std::string& file);

    FolderLock(FolderLock&& other) noexcept;
    FolderLock& operator=(FolderLock&&) = delete;
    ~FolderLock();

private:
    explicit FolderLock(int descriptor) noexcept : descriptor_(descriptor) {}
    [[nodiscard]] bool take() const noexcept;
    int descriptor_;
};

} // namespace emilia
