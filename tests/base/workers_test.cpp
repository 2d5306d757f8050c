#include "engine/base/workers.h"
#include "tests/catch.h"

#include <set>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <vector>

using namespace emilia;
using namespace std::chrono_literals;

namespace {

void wait_for(const std::atomic<bool>& flag) {
    while (!flag) std::this_thread::yield();
}

/// Waits in short steps, as an owner does that shows progress.
void wait_in_steps(Workers& workers) {
    while (!workers.wait_for(10ms)) continue;
}

} // namespace

TEST_CASE("each worker runs once with its own number") {
    std::mutex mutex;
    std::multiset<std::size_t> numbers;
    Workers workers(5, [&](std::size_t number, const std::atomic<bool>&) {
        const std::scoped_lock lock(mutex);
        numbers.insert(number);
    });
    wait_in_steps(workers);
    CHECK(numbers == std::multiset<std::size_t>{0, 1, 2, 3, 4});
}

TEST_CASE("workers run at the same time") {
    std::atomic<int> arrived = 0;
    Workers workers(3, [&](std::size_t, const std::atomic<bool>&) {
        for (++arrived; arrived < 3;) std::this_thread::yield(); // one after another never ends
    });
    workers.wait();
    CHECK(arrived == 3);
}

TEST_CASE("waiting for workers has a limit of time, and ends when they are stopped") {
    Workers workers(2, [](std::size_t, const std::atomic<bool>& stop) { wait_for(stop); });
    CHECK_FALSE(workers.wait_for(1ms));
    CHECK_FALSE(workers.stopped());
    workers.stop();
    workers.wait();
    CHECK(workers.stopped());
    CHECK(workers.wait_for(0ms));
}

TEST_CASE("the end of their owner stops workers and waits for them") {
    std::atomic<int> ended = 0;
    {
        const Workers workers(3, [&](std::size_t, const std::atomic<bool>& stop) {
            wait_for(stop);
            ++ended;
        });
    }
    CHECK(ended == 3);
}

TEST_CASE("an exception of one worker stops the others and reaches the owner when all have ended") {
    const bool in_steps = GENERATE(false, true);
    std::atomic<bool> ended = false;
    Workers workers(2, [&](std::size_t number, const std::atomic<bool>& stop) {
        if (number == 0) throw std::runtime_error("no more paper");
        wait_for(stop);
        std::this_thread::sleep_for(5ms);
        ended = true;
    });
    const auto wait = [&] { in_steps ? wait_in_steps(workers) : workers.wait(); };
    CHECK_THROWS_WITH(wait(), "no more paper");
    CHECK(ended);
}

TEST_CASE("every part is worked on exactly once, whatever the number of threads") {
    const std::size_t parts = GENERATE(0U, 1U, 2U, 100U);
    const int threads = GENERATE(0, 1, 2, 5);
    std::vector<std::atomic<int>> times(parts);
    in_parallel(parts, threads, [&times](std::size_t part) { ++times.at(part); });
    for (const std::atomic<int>& time : times) CHECK(time == 1);
}

TEST_CASE("as many parts as there are threads run at the same time, and no more") {
    const int threads = GENERATE(1, 2, 4);
    std::atomic<int> working = 0;
    std::atomic<int> most = 0;
    std::atomic<int> arrived = 0;
    in_parallel(20, threads, [&](std::size_t) {
        const int now = ++working;
        for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) continue;
        for (++arrived; arrived < threads;) std::this_thread::yield();
        --working;
    });
    CHECK(most == threads);
}

TEST_CASE("an exception of a part reaches the caller when all threads have ended") {
    const int threads = GENERATE(1, 3);
    std::atomic<int> started = 0;
    std::atomic<int> ended = 0;
    const auto work = [&](std::size_t part) {
        ++started;
        if (part == 7) throw std::runtime_error("seven");
        std::this_thread::sleep_for(1ms);
        ++ended;
    };
    CHECK_THROWS_WITH(in_parallel(100'000, threads, work), "seven");
    CHECK(ended == started - 1);
    CHECK(started < 100'000); // no part is started after the failure
}
