#include "engine/base/replace_file.h"
#include "tests/catch.h"
#include "tests/protocol/temporary_file.h"

using namespace emilia;
using namespace emilia::testing;
namespace fs = std::filesystem;

namespace {

/// A folder with at most one file of interest.
struct Folder : TemporaryFolder {
    [[nodiscard]] std::string file() const { return TemporaryFolder::file("file"); }
    [[nodiscard]] std::ptrdiff_t entries() const {
        return std::distance(fs::directory_iterator(path()), {});
    }
};

std::string text_of(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

} // namespace

TEST_CASE("a file is created or replaced, and no other file is left behind") {
    const Folder folder;
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

TEST_CASE("a symbolic link stays, and the file that it leads to is replaced") {
    const Folder folder;
    REQUIRE(replace_file(folder.file(), "old"));
    const std::string link = folder.TemporaryFolder::file("link");
    fs::create_symlink("file", link);
    REQUIRE(replace_file(link, "new"));
    CHECK(fs::is_symlink(link));
    CHECK(text_of(folder.file()) == "new");
    CHECK(folder.entries() == 2);
}

TEST_CASE("a folder, or a file in a missing folder, can't be replaced") {
    struct Case {
        std::string path;
        std::string message;
    };
    const Folder folder;
    const std::vector<Case> cases = {
        {folder.path(), "cannot write '" + folder.path() + "': it is a folder"},
        {"/dev/null", "cannot write '/dev/null': it is no ordinary file"},
        {"/no/such/file", "cannot write '/no/such/file': No such file or directory"},
    };
    for (const Case& wrong : cases) {
        const auto checked = check_replaceable(wrong.path);
        REQUIRE_FALSE(checked);
        CHECK(checked.error() == wrong.message);
        const auto replaced = replace_file(wrong.path, "new");
        REQUIRE_FALSE(replaced);
        CHECK(replaced.error() == wrong.message);
    }
    CHECK(fs::is_character_file("/dev/null"));
    CHECK(folder.entries() == 0);
}
