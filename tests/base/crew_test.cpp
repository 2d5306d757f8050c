#include "engine/base/crew.h"
#include "tests/catch.h"

#include <atomic>
#include <set>
#include <stdexcept>

using namespace emilia;
using namespace std::chrono_literals;

TEST_CASE("each of a crew works once with its own number, and the owner hears of the end") {
    std::mutex mutex;
    std::multiset<std::size_t> numbers;
    Crew crew(
        5,
        [&](std::size_t number) {
            const std::scoped_lock lock(mutex);
            numbers.insert(number);
        },
        [] {});
    while (!crew.wait_for(10ms)) continue;
    CHECK(numbers == std::multiset<std::size_t>{0, 1, 2, 3, 4});
}

TEST_CASE("the owner of a crew can wait for a while only") {
    std::atomic<bool> go = false;
    const auto stop = [&go] {
        go = true;
        go.notify_all();
    };
    Crew crew(
        2, [&go](std::size_t) { go.wait(false); }, stop);
    CHECK_FALSE(crew.wait_for(1ms));
    stop();
    while (!crew.wait_for(10ms)) continue;
}

TEST_CASE("an owner that goes stops its crew, and waits for it") {
    std::atomic<bool> go = false;
    std::atomic<int> ended = 0;
    {
        const Crew crew(
            3,
            [&](std::size_t) {
                go.wait(false);
                ++ended;
            },
            [&go] {
                go = true;
                go.notify_all();
            });
    }
    CHECK(ended == 3);
}

TEST_CASE("what one of a crew throws stops the others, and reaches the owner when all have ended") {
    std::atomic<bool> go = false;
    std::atomic<bool> ended = false;
    Crew crew(
        2,
        [&](std::size_t number) {
            if (number == 0) throw std::runtime_error("no more paper");
            go.wait(false);
            ended = true;
        },
        [&go] {
            go = true;
            go.notify_all();
        });
    const auto wait = [&crew] {
        while (!crew.wait_for(10ms)) continue;
    };
    CHECK_THROWS_WITH(wait(), "no more paper");
    CHECK(ended);
}
