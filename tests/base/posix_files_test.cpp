// What only POSIX systems have: files without a name.
// What only POSIX systems have: links, permissions, owners and devices.

#include "engine/base/files.h"
#include "engine/system/paths.h"
#include "tests/base/file_folder.h"
#include "tests/catch.h"
#include "tests/protocol/temporary_file.h"

#include <cstdio>
#include <memory>

#include <sys/stat.h>
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

TEST_CASE("a symbolic link stays, and the file that it leads to is replaced") {
    const FileFolder folder;
    REQUIRE(replace_file(folder.file(), "old"));
    const std::string link = folder.TemporaryFolder::file("link");
    fs::create_symlink("file", link);
    REQUIRE(replace_file(link, "new"));
    CHECK(fs::is_symlink(link));
    CHECK(text_of(folder.file()) == "new");
    CHECK(folder.entries() == 2);
}

TEST_CASE("links that lead to no file yet stay, and the file is created") {
    const FileFolder folder;
    const std::string link = folder.TemporaryFolder::file("link");
    fs::create_symlink("file", folder.TemporaryFolder::file("inner"));
    fs::create_symlink("inner", link);
    CHECK(link_target(link) == folder.file());
    REQUIRE(replace_file(link, "new"));
    CHECK(fs::is_symlink(link));
    CHECK(fs::is_symlink(folder.TemporaryFolder::file("inner")));
    CHECK(text_of(folder.file()) == "new");

    const std::string circle = folder.TemporaryFolder::file("circle");
    fs::create_symlink("circle", circle);
    CHECK(replace_file(circle, "new").error()
          == "cannot write '" + circle + "': Too many levels of symbolic links");
    CHECK(fs::is_symlink(circle));
}

TEST_CASE("a replaced file keeps its permissions, and a new one gets the usual ones") {
    const FileFolder folder;
    const auto mode = [](const std::string& path) {
        return static_cast<unsigned>(fs::status(path).permissions());
    };
    const mode_t mask = ::umask(022);
    REQUIRE(replace_file(folder.file(), "new"));
    CHECK(mode(folder.file()) == 0644);
    const std::string link = folder.TemporaryFolder::file("link");
    fs::create_symlink("file", link);
    for (const unsigned permissions : {0600U, 0640U, 0666U, 0755U, 0604U}) {
        fs::permissions(folder.file(), static_cast<fs::perms>(permissions));
        REQUIRE(check_replaceable(folder.file()));
        REQUIRE(replace_file(folder.file(), "again"));
        CHECK(mode(folder.file()) == permissions);
        REQUIRE(replace_file(link, "through the link"));
        CHECK(mode(folder.file()) == permissions);
    }
    ::umask(mask);
}

TEST_CASE("a replaced file keeps its owner and group if the system allows it") {
    if (::geteuid() != 0) return; // only root may give files away
    const FileFolder folder;
    REQUIRE(replace_file(folder.file(), "old"));
    REQUIRE(::chown(folder.file().c_str(), 12, 34) == 0);
    fs::permissions(folder.file(), static_cast<fs::perms>(0640));
    REQUIRE(replace_file(folder.file(), "new"));
    struct stat status {};
    REQUIRE(::stat(folder.file().c_str(), &status) == 0);
    CHECK(status.st_uid == 12);
    CHECK(status.st_gid == 34);
    CHECK((status.st_mode & 0777U) == 0640);
}

TEST_CASE("a file is not replaced without the right to write it, though its folder allows it") {
    const FileFolder folder;
    REQUIRE(replace_file(folder.file(), "kept"));
    fs::permissions(folder.file(), fs::perms::owner_read);
    fs::permissions(folder.path(), fs::perms::all);
    const bool root = ::geteuid() == 0; // which may write everything
    constexpr uid_t nobody = 65534;
    if (root) REQUIRE(::chown(folder.file().c_str(), nobody, static_cast<gid_t>(-1)) == 0);
    if (root) REQUIRE(::seteuid(nobody) == 0);
    const auto checked = check_replaceable(folder.file());
    const auto replaced = replace_file(folder.file(), "new");
    if (root) REQUIRE(::seteuid(0) == 0);
    const std::string message = "cannot write '" + folder.file() + "': Permission denied";
    CHECK(checked.error() == message);
    CHECK(replaced.error() == message);
    CHECK(text_of(folder.file()) == "kept");
}

TEST_CASE("a device can't be replaced") {
    const std::string message = "cannot write '/dev/null': it is no ordinary file";
    CHECK(check_replaceable("/dev/null").error() == message);
    CHECK(replace_file("/dev/null", "new").error() == message);
    CHECK(fs::is_character_file("/dev/null"));
}
