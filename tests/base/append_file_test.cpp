#include "engine/base/append_file.h"
#include "tests/catch.h"
#include "tests/protocol/temporary_file.h"

#include <utility>

using namespace emilia;
using namespace emilia::testing;

TEST_CASE("a file to append to is created, keeps what it has, and can be cut") {
    const TemporaryFolder folder;
    const std::string path = folder.file("log");
    {
        auto file = AppendFile::open(path);
        REQUIRE(file);
        CHECK(file->path() == path);
        CHECK(file->size() == 0);
        CHECK(file->append("one\n"));
        CHECK(file->append("two\n"));
    }
    auto file = AppendFile::open(path);
    REQUIRE(file);
    CHECK(file->size() == 8);
    CHECK(file->cut(4));
    CHECK(file->append("three\n"));
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    CHECK(text.str() == "one\nthree\n");
}

TEST_CASE("nothing is appended to a file that has been deleted", "[posix]") {
    const TemporaryFolder folder;
    const std::string path = folder.file("log");
    auto file = AppendFile::open(path);
    REQUIRE(file);
    CHECK(file->append("one\n"));
    REQUIRE(std::filesystem::remove(path));
    CHECK(file->append("two\n").error() == "'" + path + "' has been deleted");
}

TEST_CASE("only one job at a time may append to a file, whatever name it uses", "[posix]") {
    const TemporaryFile file;
    const TemporaryFolder folder;
    const std::string link = folder.file("link");
    std::filesystem::create_symlink(file.path(), link);
    auto first = AppendFile::open(file.path());
    REQUIRE(first);
    CHECK(AppendFile::open(file.path()).error()
          == "'" + file.path() + "' is being written by another job");
    CHECK(AppendFile::open(link).error() == "'" + link + "' is being written by another job");
    {
        const AppendFile moved = std::move(*first);
        CHECK_FALSE(AppendFile::open(file.path()));
    }
    CHECK(AppendFile::open(file.path()));
}

TEST_CASE("a path that no job can append to is refused with the reason", "[posix]") {
    const TemporaryFolder folder;
    const std::vector<std::pair<std::string, std::string>> cases = {
        {folder.path(), "can't be opened for writing: Is a directory"},
        {folder.file("no/file"), "can't be opened for writing: No such file or directory"},
        {"/dev/null", "is no file"},
    };
    for (const auto& [path, reason] : cases) {
        const auto file = AppendFile::open(path);
        REQUIRE_FALSE(file);
        CHECK(file.error() == "'" + path + "' " + reason);
    }
}
