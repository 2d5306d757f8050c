#pragma once

#include "engine/system/open_file.h"

#include <chrono>
#include <functional>
#include <string>
#include <utility>

#include <tl/expected.hpp>

namespace emilia {

/// Locks a folder for one process at a time, as long as the object lives. The system releases the
/// lock when the process ends, even if it is killed.
class FolderLock {
public:
    /// Called once when waiting takes longer than `patience`, to tell the user what is waited for.
    using TellWait = std::function<void(const std::string& folder)>;
    static constexpr std::chrono::seconds patience{2};

    /// Locks the folder of `file`, which need not exist yet; waits until no other process holds the
    /// lock. The error names the folder.
    [[nodiscard]] static tl::expected<FolderLock, std::string> of(const std::string& file,
                                                                  const TellWait& tell_wait = {});

private:
    explicit FolderLock(OpenFile file) noexcept : file_(std::move(file)) {}
    OpenFile file_;
};

} // namespace emilia
