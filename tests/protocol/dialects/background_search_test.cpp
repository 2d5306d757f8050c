#include "protocol/dialects/background_search.h"
#include "tests/catch.h"

#include <chrono>
#include <new>

using namespace emilia;

namespace {

using namespace std::chrono_literals;

void search_until_stopped(const std::atomic<bool>& stop, std::atomic<Nodes>& nodes) {
    while (!stop) {
        ++nodes;
        std::this_thread::sleep_for(1ms);
    }
}

bool is_running(BackgroundSearch& search) {
    bool running = false;
    search.look([&running](const auto& progress) { running = progress.has_value(); });
    return running;
}

} // namespace

TEST_CASE("a background search runs until it is stopped, and then calls finished") {
    BackgroundSearch search;
    CHECK_FALSE(search.stop());
    std::atomic<int> finished = 0;
    for (int round = 1; round <= 3; ++round) {
        search.start(search_until_stopped, [&finished] { ++finished; });
        CHECK(is_running(search));
        CHECK(search.stop());
        CHECK(finished == round);
        CHECK_FALSE(is_running(search));
        CHECK_FALSE(search.stop());
    }
}

TEST_CASE("a background search that ends by itself is no longer running") {
    BackgroundSearch search;
    std::atomic<bool> finished = false;
    search.start([](const auto&, auto& nodes) { nodes = 7; }, [&finished] { finished = true; });
    while (is_running(search)) std::this_thread::sleep_for(1ms);
    CHECK(finished);
    CHECK_FALSE(search.stop());
    search.start(search_until_stopped, [] {});
    CHECK(search.stop());
}

TEST_CASE("a background search reports growing progress") {
    BackgroundSearch search;
    search.start(search_until_stopped, [] {});
    BackgroundSearch::Progress first;
    const auto end = std::chrono::steady_clock::now() + 60s;
    const auto note = [&first](const auto& progress) { first = progress.value(); };
    while (first.nodes < 3 && std::chrono::steady_clock::now() < end) search.look(note);
    CHECK(first.nodes >= 3);
    CHECK(first.seconds > 0);
}

TEST_CASE("destroying a background search ends its thread") {
    std::atomic<bool> finished = false;
    {
        BackgroundSearch search;
        search.start(search_until_stopped, [&finished] { finished = true; });
    }
    CHECK(finished);
}

TEST_CASE("what a background search or its finished throws is thrown once by look or stop") {
    const bool in_work = GENERATE(true, false);
    const bool by_look = GENERATE(true, false);
    CAPTURE(in_work, by_look);
    const auto fail = [](bool here) {
        if (here) throw std::bad_alloc();
    };
    BackgroundSearch search;
    std::atomic<bool> failing = false;
    search.start(
        [&](const auto&, auto&) {
            failing = true;
            fail(in_work);
        },
        [&] { fail(!in_work); });
    if (by_look) {
        const auto look_until_it_ends = [&search] {
            while (is_running(search)) std::this_thread::sleep_for(1ms);
        };
        CHECK_THROWS_AS(look_until_it_ends(), std::bad_alloc);
    } else {
        while (!failing) std::this_thread::sleep_for(1ms);
        CHECK_THROWS_AS(search.stop(), std::bad_alloc);
    }
    CHECK_FALSE(is_running(search));
    CHECK_FALSE(search.stop());
    search.start(search_until_stopped, [] {});
    CHECK(search.stop());
    search.start([](const auto&, auto&) { throw std::bad_alloc(); }, [] {}); // nobody looks
}
