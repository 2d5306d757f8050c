#include "engine/base/thread_pool.h"
#include "tests/catch.h"

#include <array>
#include <set>
#include <thread>

using emilia::ThreadPool;

TEST_CASE("a job runs once on each thread of a pool besides the owner's, and end waits for all") {
    ThreadPool pool(4);
    std::array<std::atomic<int>, 4> runs{};
    for (int job = 1; job <= 100; ++job) {
        pool.begin([&runs](std::size_t place) {
            std::this_thread::yield();
            ++runs[place];
        });
        pool.end();
        REQUIRE(runs[0] == 0);
        for (std::size_t place = 1; place < runs.size(); ++place) REQUIRE(runs[place] == job);
    }
}

TEST_CASE("a pool's threads are the same from job to job") {
    ThreadPool pool(3);
    std::array<std::thread::id, 3> of_place;
    std::set<std::thread::id> all;
    for (int job = 0; job < 10; ++job) {
        pool.begin(
            [&of_place](std::size_t place) { of_place[place] = std::this_thread::get_id(); });
        pool.end();
        all.insert(of_place.begin() + 1, of_place.end());
    }
    CHECK(all.size() == 2);
}

TEST_CASE("a pool of one thread runs no job on another, and ends without one") {
    ThreadPool pool(1);
    bool ran = false;
    pool.begin([&ran](std::size_t) { ran = true; });
    pool.end();
    CHECK_FALSE(ran);
}

TEST_CASE("threads that wait for a change wake up at each, however long they have slept") {
    ThreadPool pool(3);
    std::atomic<unsigned> changes = 0;
    std::array<std::atomic<unsigned>, 3> seen{};
    constexpr unsigned last = 200;
    pool.begin([&](std::size_t place) {
        for (unsigned known = 0; known < last;) {
            pool.wait_for_change(changes, known);
            known = changes;
            seen[place] = known;
        }
    });
    for (unsigned change = 1; change <= last; ++change) {
        ++changes;
        pool.wake_all();
        if (change % 50 == 0) { // long enough for the others to notice and to fall asleep again
            while (seen[1] < change || seen[2] < change) std::this_thread::yield();
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
    }
    pool.end();
    CHECK(seen[1] == last);
    CHECK(seen[2] == last);
}
