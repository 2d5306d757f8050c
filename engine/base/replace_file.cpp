#include "engine/base/replace_file.h"

#include "engine/system/open_file.h"
#include "engine/system/paths.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <random>
#include <utility>

#include <fmt/format.h>

namespace emilia {
namespace {

namespace fs = std::filesystem;

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

tl::unexpected<std::string> cannot_write(const std::string& path, const std::error_code& why) {
    return cannot_write(path, why.message());
}

} // namespace

tl::expected<void, std::string> check_replaceable(const std::string& path) {
    std::error_code error;
    const fs::file_status status = fs::status(to_path(path), error);
    if (error && status.type() != fs::file_type::not_found) return cannot_write(path, error);
    if (fs::is_directory(status)) return cannot_write(path, "it is a folder");
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        return cannot_write(path, "it is no ordinary file");
    }
    // Moving another file into its place needs no right to write the file itself.
    if (const auto writable = check_writable(path); fs::exists(status) && !writable)
        return cannot_write(path, writable.error());
    if (is_locked(path)) return cannot_write(path, "it is being written by another job");
    if (const auto made = NewFile::beside(link_target(path)); !made)
        return cannot_write(path, made.error());
    return {};
}

tl::expected<void, std::string> replace_file(const std::string& path, std::string_view bytes) {
    if (auto checked = check_replaceable(path); !checked) return checked;
    const std::string place = link_target(path);
    auto file = NewFile::beside(place);
    if (!file) return cannot_write(path, file.error());
    if (const auto written = file->write(bytes); !written)
        return cannot_write(path, written.error());
    if (const auto moved = file->become(place); !moved) return cannot_write(path, moved.error());
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

} // namespace emilia
