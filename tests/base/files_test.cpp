#include "engine/base/files.h"
#include "tests/base/file_folder.h"
#include "tests/catch.h"
#include "tests/protocol/temporary_file.h"

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>
#include <utility>

using namespace emilia;
using namespace emilia::testing;

TEST_CASE("the beginning of a file is at most 64 bytes, and none if there is no file") {
    CHECK(read_beginning(TemporaryFile(std::string(100, 'x')).path()) == std::string(64, 'x'));
    CHECK(read_beginning(TemporaryFile("short").path()) == "short");
    CHECK(read_beginning(TemporaryFile().path()) == "");
    CHECK(read_beginning("/no/such/file") == "");
}

TEST_CASE("a file whose beginning is not wanted is not read to its end", "[posix]") {
    const auto is_wanted = [](std::string_view beginning) { return beginning.starts_with("yes"); };
    const std::string wanted = "yes" + std::string(100'000, 'x');
    CHECK(read_file(TemporaryFile(wanted).path(), most_file_bytes, is_wanted) == wanted);
    const std::string other = "no" + std::string(100'000, 'x');
    CHECK(read_file(TemporaryFile(other).path(), most_file_bytes, is_wanted)
          == other.substr(0, 65536));
    CHECK(read_file("/dev/zero", most_file_bytes, is_wanted) == std::string(65536, '\0'));
    CHECK(read_file(TemporaryFile().path(), most_file_bytes, is_wanted) == "");
}

TEST_CASE("a file that can't be opened has no beginning but an error", "[posix]") {
    const std::string name(1000, 'x');
    CHECK(read_beginning(name).error() == "cannot read '" + name + "': File name too long");
}

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

TEST_CASE("only one process at a time holds the lock of a folder") {
    const TemporaryFolder folder;
    std::atomic<int> holders = 0;
    std::atomic<bool> shared = false;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            for (int turn = 0; turn < 200; ++turn) {
                const auto lock = FolderLock::of(folder.file("any"));
                if (!lock || ++holders > 1) shared = true;
                --holders;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK_FALSE(shared);
}

TEST_CASE("who waits long for the lock of a folder tells so once, who gets it soon does not") {
    const TemporaryFolder folder;
    std::vector<std::string> told;
    std::atomic<bool> has_told = false;
    const auto tell = [&](const std::string& waits_for) {
        told.push_back(waits_for);
        has_told = true;
    };
    auto held = std::make_optional(FolderLock::of(folder.file("any"), tell));
    REQUIRE(*held);
    CHECK(told.empty());
    const bool long_wait = GENERATE(false, true);
    const std::chrono::milliseconds short_wait{100};
    const auto start = std::chrono::steady_clock::now();
    std::thread holder([&] {
        if (long_wait) {
            while (!has_told) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        } else {
            std::this_thread::sleep_for(short_wait);
        }
        held.reset();
    });
    CHECK(FolderLock::of(folder.file("any"), tell));
    const auto waited = std::chrono::steady_clock::now() - start;
    holder.join();
    CHECK(waited >= (long_wait ? FolderLock::patience : short_wait));
    if (long_wait) {
        CHECK(told == std::vector<std::string>{folder.path()});
    } else if (waited < FolderLock::patience) { // else this machine is too busy to tell
        CHECK(told.empty());
    }
}

TEST_CASE("the lock of a folder leaves no file behind", "[posix]") {
    const TemporaryFolder folder;
    CHECK(FolderLock::of(folder.file("x")));
    CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("the lock of a folder does not lock other folders") {
    const TemporaryFolder one;
    const TemporaryFolder other;
    const auto lock = FolderLock::of(one.file("x"));
    CHECK(lock);
    CHECK(FolderLock::of(other.file("x")));
    CHECK(FolderLock::of("no-folder-in-the-name"));
    CHECK(FolderLock::of("/no/such/folder/file").error()
          == "cannot use the folder '/no/such/folder': No such file or directory");
}
