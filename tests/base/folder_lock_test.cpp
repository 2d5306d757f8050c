#include "engine/base/folder_lock.h"
#include "tests/catch.h"
#include "tests/protocol/temporary_file.h"

#include <atomic>
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

TEST_CASE("the lock of a folder does not lock other folders, and leaves no file behind") {
    const TemporaryFolder one;
    const TemporaryFolder other;
    {
        const auto lock = FolderLock::of(one.file("x"));
        CHECK(lock);
        CHECK(FolderLock::of(other.file("x")));
    }
    CHECK(std::filesystem::is_empty(one.path()));
    CHECK(FolderLock::of("no-folder-in-the-name"));
    CHECK(FolderLock::of("/no/such/folder/file").error()
          == "cannot use the folder '/no/such/folder': No such file or directory");
}
