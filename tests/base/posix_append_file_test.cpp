// What only POSIX systems have: files without a name.

#include "engine/base/append_file.h"
#include "tests/catch.h"
#include "tests/protocol/temporary_file.h"

#include <cstdio>
#include <memory>

#include <unistd.h>

using namespace emilia;
using namespace emilia::testing;
namespace fs = std::filesystem;

TEST_CASE("a file that has lost its name before it was opened takes what is appended") {
    if (!fs::exists("/proc/self/fd")) return; // only Linux opens such a file anew
    const TemporaryFolder folder;
    const std::string path = folder.file("log");
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> open(std::fopen(path.c_str(), "w+"),
                                                               std::fclose);
    REQUIRE(open);
    REQUIRE(fs::remove(path));
    auto file = AppendFile::open("/proc/self/fd/" + std::to_string(::fileno(open.get())));
    REQUIRE(file);
    CHECK(file->append("one\n"));
    CHECK(file->append("two\n"));
    std::string text(8, ' ');
    CHECK(std::fread(text.data(), 1, text.size(), open.get()) == text.size());
    CHECK(text == "one\ntwo\n");
}
