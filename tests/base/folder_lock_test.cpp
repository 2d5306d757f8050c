#include "engine/base/folder_lock.h"
#include "tests/catch.h"
#include "tests/protocol/temporary_file.h"

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

using namespace emilia;
using testing::TemporaryFolder;

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
    const auto tell = [&told](const std::string& waits_for) { told.push_back(waits_for); };
    auto held = std::make_optional(FolderLock::of(folder.file("any"), tell));
    REQUIRE(*held);
    CHECK(told.empty());
    const bool long_wait = GENERATE(false, true);
    const auto start = std::chrono::steady_clock::now();
    std::thread holder([&] {
        const auto half_a_second = std::chrono::milliseconds(500);
        std::this_thread::sleep_for(long_wait ? FolderLock::patience + half_a_second
                                              : half_a_second);
        held.reset();
    });
    CHECK(FolderLock::of(folder.file("any"), tell));
    const auto waited = std::chrono::steady_clock::now() - start;
    holder.join();
    CHECK(waited >= std::chrono::milliseconds(500));
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
