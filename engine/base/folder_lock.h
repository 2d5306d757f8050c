#pragma once

#include <string>

#include <tl/expected.hpp>

namespace emilia {

/// While one lives, no other process has one of the same folder. It ends with its process, however
/// that ends.
class FolderLock {
public:
    /// Waits for the lock of the folder that a file is in, or is to be in. The error names it.
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
