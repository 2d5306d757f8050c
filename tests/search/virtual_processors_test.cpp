#include "tests/catch.h"
#include "tests/search/virtual_processors.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

using emilia::testing::VirtualProcessors;

namespace {

/// Runs `first` in this thread, as place 0, and the others in the pool's threads.
template <class First, class... Others>
void run(VirtualProcessors& processors, const First& first, const Others&... others) {
    const std::vector<std::function<void()>> of_place{first, others...};
    processors.begin([&of_place](std::size_t place) { of_place[place](); });
    first();
    processors.end();
}

} // namespace

TEST_CASE("the virtual processor that is farthest behind has its turn") {
    VirtualProcessors processors(2, 0);
    std::string order; // no two threads write it at once
    run(
        processors,
        [&] {
            for (int i = 0; i < 3; ++i) {
                order += 'a';
                processors.work(10);
            }
        },
        [&] {
            for (int i = 0; i < 6; ++i) {
                order += 'b';
                processors.work(5);
            }
        });
    CHECK(order == "abbabbabb");
    CHECK(processors.clock(0) == 30);
    CHECK(processors.clock(1) == 30);
    CHECK(processors.total_work() == 60);
}

TEST_CASE("a virtual processor that sleeps goes on after the work of the one that wakes it") {
    VirtualProcessors processors(3, 7);
    bool done = false;
    const auto sleep_until_done = [&] {
        while (!done) processors.sleep();
        processors.work(1);
    };
    run(
        processors,
        [&] {
            processors.work(100);
            done = true;
            processors.wake_all();
            processors.work(50);
        },
        sleep_until_done, sleep_until_done);
    CHECK(processors.clock(0) == 150);
    CHECK(processors.clock(1) == 100 + 7 + 1);
    CHECK(processors.clock(2) == 100 + 7 + 1);
    CHECK(processors.total_work() == 152); // sleep is no work
}

TEST_CASE("a thread that is woken for nothing sleeps on") {
    VirtualProcessors processors(2, 0);
    int wakings = 0;
    bool done = false;
    run(
        processors,
        [&] {
            for (int i = 0; i < 3; ++i) {
                processors.work(10);
                done = i == 2;
                processors.wake_all();
            }
        },
        [&] {
            while (!done) {
                processors.sleep();
                ++wakings;
            }
        });
    CHECK(wakings == 3);
    CHECK(processors.clock(1) == 30);
}
