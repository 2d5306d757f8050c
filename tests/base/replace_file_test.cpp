#include "engine/base/append_file.h"
#include "engine/base/replace_file.h"
#include "tests/base/file_folder.h"
#include "tests/catch.h"

using namespace emilia;
using namespace emilia::testing;

TEST_CASE("a file is created or replaced, and no other file is left behind") {
    const FileFolder folder;
    const std::string bytes(100'000, '\0');
    CHECK(check_replaceable(folder.file()));
    CHECK(folder.entries() == 0);
    REQUIRE(replace_file(folder.file(), bytes));
    CHECK(text_of(folder.file()) == bytes);
    CHECK(check_replaceable(folder.file()));
    REQUIRE(replace_file(folder.file(), "short"));
    CHECK(text_of(folder.file()) == "short");
    CHECK(folder.entries() == 1);
}

TEST_CASE("a file is not replaced while a job appends to it") {
    const FileFolder folder;
    {
        auto job = AppendFile::open(folder.file());
        REQUIRE(job);
        REQUIRE(job->append("kept"));
        CHECK(replace_file(folder.file(), "new").error()
              == "cannot write '" + folder.file() + "': it is being written by another job");
        CHECK(text_of(folder.file()) == "kept");
    }
    CHECK(replace_file(folder.file(), "new"));
    CHECK(text_of(folder.file()) == "new");
}

TEST_CASE("a folder, or a file in a missing folder, can't be replaced") {
    struct Case {
        std::string path;
        std::string message;
    };
    const FileFolder folder;
    const std::vector<Case> cases = {
        {folder.path(), "cannot write '" + folder.path() + "': it is a folder"},
        {"/no/such/file", "cannot write '/no/such/file': No such file or directory"},
    };
    for (const Case& wrong : cases) {
        CHECK(check_replaceable(wrong.path).error() == wrong.message);
        CHECK(replace_file(wrong.path, "new").error() == wrong.message);
    }
    CHECK(folder.entries() == 0);
}
