#pragma once

// Compressed files: gzip, bzip2, xz, Zstandard, zip and compressed tar, by libarchive where the
// build has it.

#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace emilia {

/// A file out of a compressed one.
struct PackedFile {
    std::string name; ///< as the archive names it; empty if it is no archive of files
    std::string bytes;
};

/// The files in a compressed file, recognised by its first bytes; other bytes are one file, as they
/// are. Fails if the file is damaged, if it is longer than `most_file_bytes` when unpacked, or if
/// the build lacks libarchive; the message is the end of a sentence that begins with the file.
[[nodiscard]] tl::expected<std::vector<PackedFile>, std::string> unpacked(std::string bytes);

} // namespace emilia
