#include "engine/base/files.h"

#include "engine/system/open_file.h"
#include "engine/system/paths.h"
#include "engine/system/standard_streams.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <istream>
#include <optional>
#include <random>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>

namespace emilia {
namespace {

namespace fs = std::filesystem;

tl::unexpected<std::string> cannot_read(const std::string& path, const std::string& reason) {
    return tl::unexpected(fmt::format("cannot read '{}': {}", path, reason));
}

tl::unexpected<std::string> cannot_read(const std::string& path) {
    return cannot_read(path, std::generic_category().message(errno));
}

/// Users may name files of their own `FILE.1.new`, so the end names this program.
constexpr std::string_view temporary_suffix = ".emilia-new";

/// The name of a new temporary file beside `path`. Programs on several machines may share a folder
/// and happen to have the same process ID, so it ends with a random number, too.
std::string temporary_name(const std::string& path) {
    return fmt::format("{}.{}.{}{}", path, process_number(), std::random_device()(),
                       temporary_suffix);
}

/// Whether `temporary_name` can have made `name` for the file `of`.
bool is_temporary_name(std::string_view name, std::string_view of) {
    const auto is_number = [](std::string_view text) {
        return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
    };
    if (name.size() < of.size() + 1 + temporary_suffix.size() || !name.starts_with(of)
        || !name.ends_with(temporary_suffix)) {
        return false;
    }
    const std::string_view between =
        name.substr(of.size(), name.size() - of.size() - temporary_suffix.size());
    const std::size_t dot = std::min(between.find('.', 1), between.size() - 1);
    return between.starts_with('.') && is_number(between.substr(1, dot - 1))
           && is_number(between.substr(dot + 1));
}

/// A temporary file beside the one that it is going to replace, with the same permissions. The
/// destructor removes it, unless it has taken the other's place by then.
class NewFile {
public:
    [[nodiscard]] static SystemResult<NewFile> beside(const std::string& path) {
        const std::string temporary = temporary_name(path);
        return OpenFile::to_replace(temporary, path).map([&temporary](OpenFile&& file) {
            return NewFile(temporary, std::move(file));
        });
    }
    NewFile(NewFile&& other) noexcept
        : path_(std::move(other.path_)), file_(std::exchange(other.file_, std::nullopt)) {}
    NewFile& operator=(NewFile&& other) = delete;
    ~NewFile() {
        if (!file_) return;
        file_.reset(); // some systems remove no open file
        std::error_code ignored;
        fs::remove(to_path(path_), ignored);
    }

    [[nodiscard]] SystemResult<void> write(std::string_view bytes) {
        return file_->append(bytes).and_then([this] { return file_->flush(); });
    }
    [[nodiscard]] SystemResult<void> become(const std::string& path) {
        file_.reset();
        auto moved = move_over(path_, path);
        std::error_code ignored;
        if (!moved) fs::remove(to_path(path_), ignored);
        return moved;
    }

private:
    NewFile(std::string path, OpenFile file) : path_(std::move(path)), file_(std::move(file)) {}

    std::string path_;
    std::optional<OpenFile> file_; ///< none: it has been closed
};

/// Whether a job appends to the file at this moment (see AppendFile).
bool is_locked(const std::string& path) {
    auto file = OpenFile::to_read(path);
    return file && !file->try_lock(OpenFile::Lock::shared).value_or(true);
}

tl::unexpected<std::string> cannot_write(const std::string& path, const std::string& why) {
    return tl::unexpected(fmt::format("cannot write '{}': {}", path, why));
}

tl::unexpected<std::string> failure(const std::string& path, std::string_view what) {
    return tl::unexpected(fmt::format("'{}' {}", path, what));
}

tl::unexpected<std::string> failure(const std::string& path, std::string_view what,
                                    const std::error_code& why) {
    return failure(path, fmt::format("{}: {}", what, why.message()));
}

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

tl::expected<std::string, std::string> read_file(const std::string& path, std::size_t most_bytes,
                                                 const IsWanted& is_wanted) {
    std::error_code ignored;
    if (fs::is_directory(to_path(path), ignored)) return cannot_read(path, "it is a folder");
    const auto file = open_input(path);
    if (!*file) return cannot_read(path);
    std::string text;
    std::array<char, 65536> part;
    while (file->read(part.data(), part.size()), file->gcount() > 0) {
        const bool begins = text.empty();
        text.append(part.data(), static_cast<std::size_t>(file->gcount()));
        if (begins && is_wanted && !is_wanted(text)) return text;
        if (text.size() > most_bytes)
            return cannot_read(path,
                               fmt::format("it is longer than {} MB; split it", most_bytes >> 20));
    }
    if (file->bad()) return cannot_read(path);
    return text;
}

bool is_no_ordinary_file(const std::string& path) {
    std::error_code ignored;
    const auto status = fs::status(to_path(path), ignored);
    return fs::is_other(status);
}

tl::expected<std::string, std::string> read_beginning(const std::string& path) {
    constexpr std::size_t most_bytes = 64;
    const auto file = open_input(path);
    if (!*file && errno == ENOENT) return "";
    if (!*file) return cannot_read(path);
    std::string text(most_bytes, '\0');
    file->read(text.data(), static_cast<std::streamsize>(text.size()));
    if (file->bad()) return cannot_read(path);
    text.resize(static_cast<std::size_t>(file->gcount()));
    return text;
}

tl::expected<void, std::string> check_replaceable(const std::string& path) {
    std::error_code error;
    const fs::file_status status = fs::status(to_path(path), error);
    if (error && status.type() != fs::file_type::not_found)
        return cannot_write(path, error.message());
    if (fs::is_directory(status)) return cannot_write(path, "it is a folder");
    if (fs::exists(status) && !fs::is_regular_file(status))
        return cannot_write(path, "it is no ordinary file");
    // Moving another file into its place needs no right to write the file itself.
    if (const auto writable = check_writable(path); fs::exists(status) && !writable)
        return cannot_write(path, writable.error().message());
    if (is_locked(path)) return cannot_write(path, "it is being written by another job");
    if (const auto made = NewFile::beside(link_target(path)); !made)
        return cannot_write(path, made.error().message());
    return {};
}

tl::expected<void, std::string> replace_file(const std::string& path, std::string_view bytes) {
    if (auto checked = check_replaceable(path); !checked) return checked;
    const std::string place = link_target(path);
    auto file = NewFile::beside(place);
    if (!file) return cannot_write(path, file.error().message());
    const auto replaced = file->write(bytes).and_then([&] { return file->become(place); });
    if (!replaced) return cannot_write(path, replaced.error().message());
    return {};
}

void remove_unfinished(const std::string& path) {
    std::error_code ignored;
    const fs::path place = to_path(link_target(path));
    const fs::path folder = place.has_parent_path() ? place.parent_path() : fs::path(".");
    const std::string file = to_text(place.filename());
    for (auto entry = fs::directory_iterator(folder, ignored);
         !ignored && entry != fs::directory_iterator(); entry.increment(ignored)) {
        std::error_code gone;
        if (is_temporary_name(to_text(entry->path().filename()), file))
            fs::remove(entry->path(), gone);
    }
}

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
