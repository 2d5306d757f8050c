#include "engine/base/files.h"
#include "engine/base/unpacked.h"
#include "tests/catch.h"
#include "tests/locations.h"

#include <fmt/format.h>

using namespace emilia;

namespace {

/// A small file of games in a compressed format.
std::string packed(const std::string& format) {
    return read_file(testing::data_path("packed/games." + format)).value();
}

/// Whether the build can unpack: without libarchive the message says what to do.
bool can_unpack() {
    const auto files = unpacked(packed("gz"));
    if (!files)
        CHECK(files.error()
              == "is a gzip file, which this build can't read; unpack it first, "
                 "with gunzip");
    return files.has_value();
}

} // namespace

TEST_CASE("bytes that are not compressed are one file as they are") {
    for (const std::string bytes : {"", "f5d6", "BZ", "PK", "\x1f"}) {
        const auto files = unpacked(bytes);
        REQUIRE(files);
        REQUIRE(files->size() == 1);
        CHECK(files->front().bytes == bytes);
    }
}

TEST_CASE("files in the usual compressed formats are unpacked") {
    if (!can_unpack()) return;
    for (const char* format : {"gz", "bz2", "xz", "zst"}) {
        CAPTURE(format);
        const auto files = unpacked(packed(format));
        REQUIRE(files);
        REQUIRE(files->size() == 1);
        CHECK(files->front().bytes == "f5d6\nf5f6\n");
        CHECK(files->front().name.empty());
    }
    for (const char* format : {"zip", "tar.gz"}) {
        CAPTURE(format);
        const auto files = unpacked(packed(format));
        REQUIRE(files);
        REQUIRE(files->size() == 2);
        CHECK(files->front().name == "one.txt");
        CHECK(files->front().bytes == "f5d6\nf5f6\n");
        CHECK(files->back().bytes == "c4c3\n");
    }
}

TEST_CASE("a damaged or endless compressed file is refused with the program that may help") {
    if (!can_unpack()) return;
    for (const char* format : {"gz", "bz2", "xz", "zst", "zip"}) {
        CAPTURE(format);
        const std::string whole = packed(format);
        for (std::size_t size = 6; size < whole.size(); ++size) {
            const auto files = unpacked(whole.substr(0, size));
            if (!files) CHECK(files.error().find("; try ") != std::string::npos);
        }
        std::string damaged = whole;
        for (std::size_t at = 8; at < damaged.size(); ++at)
            damaged[at] = static_cast<char>(~damaged[at]);
        CHECK_FALSE(unpacked(damaged));
    }
}

TEST_CASE("a compressed file that is far too long when unpacked is refused", "[.long]") {
    if (!can_unpack()) return;
    const auto files = unpacked(packed("bomb.bz2")); // 300 MB
    REQUIRE_FALSE(files);
    CHECK(files.error()
          == "holds more than 256 MB when unpacked; unpack it with bunzip2 and give parts of it");
}
