#include "engine/base/folder_lock.h"

#include "engine/system/paths.h"

#include <thread>

#include <fmt/format.h>

namespace emilia {
namespace {

/// Waits for the exclusive lock, and calls `tell_wait` if that takes long.
SystemResult<void> take(OpenFile& file, const std::string& folder,
                        const FolderLock::TellWait& tell_wait) {
    constexpr std::chrono::milliseconds interval{5};
    const auto patient_until = std::chrono::steady_clock::now() + FolderLock::patience;
    for (;;) {
        const auto locked = file.try_lock(OpenFile::Lock::exclusive);
        if (!locked) return tl::unexpected(locked.error());
        if (*locked) return {};
        if (std::chrono::steady_clock::now() >= patient_until) {
            if (tell_wait) tell_wait(folder);
            return file.lock();
        }
        std::this_thread::sleep_for(interval);
    }
}

} // namespace

tl::expected<FolderLock, std::string> FolderLock::of(const std::string& file,
                                                     const TellWait& tell_wait) {
    const auto parent = to_path(file).parent_path();
    const std::string folder = parent.empty() ? "." : to_text(parent);
    auto opened = OpenFile::folder(folder);
    if (!opened) {
        return tl::unexpected(
            fmt::format("cannot use the folder '{}': {}", folder, opened.error().message()));
    }
    if (take(*opened, folder, tell_wait)) return FolderLock(std::move(*opened));
    // Windows can't lock folders, and some network file systems can only lock files that are open
    // for writing, so a file in the folder is locked instead, and stays there.
    auto inside = OpenFile::to_append(to_text(parent / ".emilia.lock"));
    const auto locked = inside ? take(*inside, folder, tell_wait)
                               : SystemResult<void>(tl::unexpected(inside.error()));
    if (locked) return FolderLock(std::move(*inside));
    return tl::unexpected(
        fmt::format("cannot lock the folder '{}': {}", folder, locked.error().message()));
}

} // namespace emilia
