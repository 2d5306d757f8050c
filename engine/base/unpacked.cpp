#include "engine/base/unpacked.h"

#include "engine/base/files.h"

#include <algorithm>
#include <array>
#include <memory>

#include <fmt/format.h>

#ifdef EMILIA_ARCHIVE
#include <archive.h>
#include <archive_entry.h>
#endif

namespace emilia {
namespace {

using Failure = tl::unexpected<std::string>;

enum class Packing { gzip, bzip2, xz, zstandard, zip };

struct Compression {
    Packing packing;
    std::string_view beginning;
    std::string_view name;
    std::string_view program; ///< that unpacks it
};

constexpr auto compressions = std::to_array<Compression>({
    {Packing::gzip, "\x1f\x8b", "gzip", "gunzip"},
    {Packing::bzip2, "BZh", "bzip2", "bunzip2"},
    {Packing::xz, std::string_view("\xfd\x37zXZ\0", 6), "xz", "unxz"},
    {Packing::zstandard, "\x28\xb5\x2f\xfd", "Zstandard", "unzstd"},
    {Packing::zip, "PK\x03\x04", "zip", "unzip"},
});

const Compression* compression_of(std::string_view bytes) noexcept {
    const auto* const found =
        std::find_if(compressions.begin(), compressions.end(), [bytes](const Compression& each) {
            return bytes.starts_with(each.beginning);
        });
    return found == compressions.end() ? nullptr : found;
}

#ifdef EMILIA_ARCHIVE

struct Closer {
    void operator()(archive* file) const noexcept { archive_read_free(file); }
};

void support(archive* file, Packing packing) {
    switch (packing) {
    case Packing::gzip: archive_read_support_filter_gzip(file); break;
    case Packing::bzip2: archive_read_support_filter_bzip2(file); break;
    case Packing::xz: archive_read_support_filter_xz(file); break;
    case Packing::zstandard: archive_read_support_filter_zstd(file); break;
    case Packing::zip: archive_read_support_format_zip(file); return;
    }
    archive_read_support_format_tar(file);
    archive_read_support_format_raw(file);
}

/// Reads the files of an archive; they may have `most_file_bytes` together.
class Unpacker {
public:
    Unpacker(std::string_view bytes, const Compression& compression)
        : bytes_(bytes), compression_(compression), archive_(archive_read_new()) {}

    [[nodiscard]] tl::expected<std::vector<PackedFile>, std::string> read() {
        if (!archive_) return Failure("can't be unpacked: there is not enough memory");
        support(archive_.get(), compression_.packing);
        if (archive_read_open_memory(archive_.get(), bytes_.data(), bytes_.size()) != ARCHIVE_OK)
            return damaged();
        std::vector<PackedFile> files;
        for (;;) {
            archive_entry* entry = nullptr;
            const int status = archive_read_next_header(archive_.get(), &entry);
            if (status == ARCHIVE_EOF) break;
            // Without a filter libarchive would return the compressed bytes as the file.
            if (status != ARCHIVE_OK
                || (compression_.packing != Packing::zip
                    && archive_filter_code(archive_.get(), 0) == ARCHIVE_FILTER_NONE))
                return damaged();
            if (archive_entry_filetype(entry) == AE_IFDIR) continue;
            const char* const name = archive_entry_pathname_utf8(entry);
            auto bytes = read_file();
            if (!bytes) return Failure(bytes.error());
            const bool has_name =
                name != nullptr && archive_format(archive_.get()) != ARCHIVE_FORMAT_RAW;
            files.push_back({has_name ? name : "", std::move(*bytes)});
        }
        if (files.empty()) return Failure("is an empty archive");
        return files;
    }

private:
    [[nodiscard]] tl::expected<std::string, std::string> read_file() {
        std::string text;
        std::array<char, 65536> part;
        for (;;) {
            const auto size = archive_read_data(archive_.get(), part.data(), part.size());
            if (size == 0) return text;
            if (size < 0) return damaged();
            text.append(part.data(), static_cast<std::size_t>(size));
            total_ += static_cast<std::size_t>(size);
            if (total_ > most_file_bytes) {
                return Failure(fmt::format("holds more than {} MB when unpacked; unpack it with {} "
                                           "and give parts of it",
                                           most_file_bytes >> 20, compression_.program));
            }
        }
    }

    [[nodiscard]] Failure damaged() const {
        return Failure(
            fmt::format("is a damaged {} file, or not one that can be unpacked here; try {}",
                        compression_.name, compression_.program));
    }

    std::string_view bytes_;
    const Compression& compression_;
    std::unique_ptr<archive, Closer> archive_;
    std::size_t total_ = 0;
};

tl::expected<std::vector<PackedFile>, std::string> unpack(std::string_view bytes,
                                                          const Compression& compression) {
    return Unpacker(bytes, compression).read();
}

#else

tl::expected<std::vector<PackedFile>, std::string> unpack(std::string_view /*bytes*/,
                                                          const Compression& compression) {
    return Failure(
        fmt::format("is a {} file, which this build can't read; unpack it first, with {}",
                    compression.name, compression.program));
}

#endif

} // namespace

tl::expected<std::vector<PackedFile>, std::string> unpacked(std::string bytes) {
    if (const Compression* const compression = compression_of(bytes))
        return unpack(bytes, *compression);
    std::vector<PackedFile> files;
    files.push_back({{}, std::move(bytes)});
    return files;
}

} // namespace emilia
