#include "engine/base/append_file.h"

#include <utility>

#include <fmt/format.h>

namespace emilia {
namespace {

tl::unexpected<std::string> failure(const std::string& path, std::string_view what) {
    return tl::unexpected(fmt::format("'{}' {}", path, what));
}

tl::unexpected<std::string> failure(const std::string& path, std::string_view what,
                                    const std::error_code& why) {
    return failure(path, fmt::format("{}: {}", what, why.message()));
}

} // namespace

AppendFile::AppendFile(std::string path, OpenFile file, std::size_t size) noexcept
    : path_(std::move(path)), file_(std::move(file)), size_(size), had_name_(!file_.is_deleted()) {}

tl::expected<AppendFile, std::string> AppendFile::open(const std::string& path) {
    auto file = OpenFile::to_append(path);
    if (!file) return failure(path, "can't be opened for writing", file.error());
    const auto locked = file->try_lock(OpenFile::Lock::exclusive);
    if (!locked) return failure(path, "can't be locked", locked.error());
    if (!*locked) return failure(path, "is being written by another job");
    const auto size = file->size();
    if (!size) return failure(path, "can't be read", size.error());
    if (!file->is_regular()) return failure(path, "is no file");
    return AppendFile(path, std::move(*file), *size);
}

tl::expected<void, std::string> AppendFile::cut(std::size_t size) {
    const auto present = file_.size();
    if (!present) return failure(path_, "can't be read", present.error());
    if (*present == size) return {}; // the file keeps its time
    if (const auto cut = file_.cut(size); !cut)
        return failure(path_, "can't be written", cut.error());
    return {};
}

tl::expected<void, std::string> AppendFile::append(std::string_view bytes) {
    if (had_name_ && file_.is_deleted()) return failure(path_, "has been deleted");
    const auto before = file_.size();
    const auto written = file_.append(bytes);
    if (written) return {};
    auto failed = failure(path_, "can't be written", written.error());
    if (!before || !file_.cut(*before)) failed.value() += "; its end is cut off";
    return failed;
}

} // namespace emilia
