#include "engine/base/workers.h"
#include "tests/catch.h"

#include <system_error>
#include <thread>
#include <vector>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace emilia;

TEST_CASE("in_parallel works without helpers if the system has no more threads, Workers says so") {
    // In a process of its own, as the limit would hold for all tests after this one.
    const pid_t child = fork();
    if (child == 0) {
        // No address space is left for the stack of another thread.
        constexpr rlimit none{1, 1};
        setrlimit(RLIMIT_AS, &none);
        // Stacks that earlier tests left behind are still there to be used.
        std::vector<std::thread> idle;
        try {
            for (;;) idle.emplace_back([] { pause(); });
        } catch (const std::exception&) {
            // Neither a thread nor the memory to note one is left.
        }
        int parts = 0;
        in_parallel(10, 4, [&parts](std::size_t) { ++parts; });
        bool refused = false;
        try {
            const Workers workers(1, [](std::size_t, const std::atomic<bool>&) {});
        } catch (const std::system_error& error) {
            refused = std::string_view(error.what()).starts_with("cannot start a thread: ");
        }
        _exit(parts == 10 && refused ? 0 : 1);
    }
    REQUIRE(child > 0);
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
}
