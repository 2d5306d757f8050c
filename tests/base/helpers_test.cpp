#include "engine/base/helpers.h"
#include "engine/base/ordered_work.h"
#include "engine/base/workers.h"
#include "tests/catch.h"

#include <atomic>
#include <chrono>
#include <set>
#include <stdexcept>
#include <thread>

using namespace emilia;

namespace {

/// Records the numbers from 0 to `size` − 1, in the order in which they arrive.
struct Counted {
    using Work = OrderedWork<int, int>;

    explicit Counted(int size, bool in_order, Helpers& helpers)
        : work(
            [this, size](bool) { return next < size ? std::optional<int>(next++) : std::nullopt; },
            [this](std::vector<int>& records) {
                arrived.insert(arrived.end(), records.begin(), records.end());
            },
            in_order, helpers) {}

    template <typename Make>
    void run(std::size_t threads, const Make& make) {
        Workers workers(threads, [&](std::size_t, const std::atomic<bool>& stop) {
            work.work(stop, [&](const std::vector<int>& numbers) {
                std::vector<int> records;
                for (const int number : numbers) records.push_back(make(number));
                return records;
            });
        });
        while (!workers.wait_for(std::chrono::milliseconds(5))) work.wake();
    }

    std::atomic<int> next = 0;
    std::vector<int> arrived;
    Work work;
};

std::vector<int> numbers_to(int size) {
    std::vector<int> numbers;
    for (int number = 0; number < size; ++number) numbers.push_back(number);
    return numbers;
}

/// Work on a pool as the threads of a search do it: the helpers work until `finished`.
void hold(const std::atomic<bool>& finished) {
    while (!finished) std::this_thread::yield();
}

} // namespace

TEST_CASE("a thread without work joins a job when its owner has worked on it for long") {
    Helpers helpers(2, 100);
    const auto pool = helpers.make_pool();
    std::atomic<bool> finished = false;
    std::atomic<std::size_t> joined_at = 0;
    pool->begin([&](std::size_t place) {
        joined_at = place;
        hold(finished);
    });
    std::thread helper([&] { helpers.help([&finished] { return finished.load(); }); });
    pool->worked(99);
    CHECK_FALSE(pool->has_others());
    CHECK(joined_at == 0);
    pool->worked(1);
    while (joined_at == 0) std::this_thread::yield();
    CHECK(joined_at == 1);
    CHECK(pool->has_others());
    finished = true;
    pool->end();
    CHECK_FALSE(pool->has_others());
    helpers.wake();
    helper.join();
}

TEST_CASE("helpers spread over the long jobs") {
    Helpers helpers(4, 1);
    std::atomic<bool> finished = false;
    std::atomic<int> joined = 0;
    const auto first = helpers.make_pool();
    const auto second = helpers.make_pool();
    for (const auto& pool : {first.get(), second.get()}) {
        pool->begin([&](std::size_t) {
            ++joined;
            hold(finished);
        });
        pool->worked(1);
    }
    std::vector<std::thread> threads;
    for (int i = 0; i < 2; ++i) {
        threads.emplace_back([&] { helpers.help([&finished] { return finished.load(); }); });
        while (joined <= i) std::this_thread::yield();
    }
    CHECK(first->has_others());
    CHECK(second->has_others());
    finished = true;
    first->end();
    second->end();
    helpers.wake();
    for (std::thread& thread : threads) thread.join();
}

TEST_CASE("records arrive in the order of their items, from any number of threads") {
    const std::size_t threads = GENERATE(1, 2, 5);
    Helpers helpers(threads, 1);
    constexpr int size = 5000;
    Counted counted(size, true, helpers);
    counted.run(threads, [](int number) {
        if (number % 97 == 0) std::this_thread::sleep_for(std::chrono::microseconds(200));
        return number;
    });
    CHECK(counted.arrived == numbers_to(size));
}

TEST_CASE("unordered records don't wait for an item that takes long") {
    Helpers helpers(2, 1);
    constexpr int size = 10'000;
    static_assert(size > 2 * Counted::Work::window);
    Counted counted(size, false, helpers);
    std::atomic<int> made = 0;
    counted.run(2, [&](int number) {
        while (number == 0 && made < size - 16) std::this_thread::yield();
        ++made;
        return number;
    });
    CHECK(counted.arrived.front() != 0);
    CHECK(std::set<int>(counted.arrived.begin(), counted.arrived.end()).size() == size);
}

TEST_CASE("no more items are taken than the window has room for") {
    Helpers helpers(2, 1);
    constexpr int size = 10'000;
    Counted counted(size, true, helpers);
    std::atomic<int> greatest = 0;
    std::atomic<int> made = 0;
    counted.run(2, [&](int number) {
        constexpr int waiting = static_cast<int>(Counted::Work::window) - 1;
        while (number == 0 && made < waiting - 16) std::this_thread::yield();
        if (number == 0) greatest = counted.next.load();
        ++made;
        return number;
    });
    CHECK(greatest <= static_cast<int>(Counted::Work::window));
    CHECK(counted.arrived == numbers_to(size));
}

TEST_CASE("after a stop the records made so far have arrived, and none twice") {
    Helpers helpers(3, 1);
    Counted counted(1'000'000, true, helpers);
    {
        Workers workers(3, [&](std::size_t, const std::atomic<bool>& stop) {
            counted.work.work(stop, [](const std::vector<int>& numbers) { return numbers; });
        });
        while (counted.next < 100 && !workers.wait_for(std::chrono::milliseconds(1))) continue;
        workers.stop();
        while (!workers.wait_for(std::chrono::milliseconds(5))) counted.work.wake();
    }
    CHECK(counted.arrived == numbers_to(static_cast<int>(counted.arrived.size())));
}

TEST_CASE("what fails while a record is made reaches the owner of the threads") {
    Helpers helpers(2, 1);
    Counted counted(1000, true, helpers);
    CHECK_THROWS_AS(counted.run(2,
                                [](int number) {
                                    if (number == 500) throw std::runtime_error("failed");
                                    return number;
                                }),
                    std::runtime_error);
}
