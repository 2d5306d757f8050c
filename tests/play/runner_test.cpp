#include "engine/play/engine.h"
#include "engine/play/runner.h"
#include "tests/catch.h"

#include <chrono>
#include <future>
#include <new>
#include <random>
#include <thread>
#include <vector>

using namespace emilia;

namespace {

using namespace std::chrono_literals;

/// A job that only a stop ends. A stop that is lost ends it, too, but late.
struct Endless {
    std::atomic<int> begun = 0;
    std::atomic<int> lost = 0;

    void operator()(const Stop& stop) {
        ++begun;
        const auto late = std::chrono::steady_clock::now() + 60s;
        while (!stop.is_requested()) {
            if (std::chrono::steady_clock::now() > late) {
                ++lost;
                return;
            }
            std::this_thread::yield();
        }
    }
};

} // namespace

TEST_CASE("a runner's job runs until it is stopped, and then calls finished") {
    Runner runner;
    Endless endless;
    CHECK_FALSE(runner.stop());
    int finished = 0;
    for (int round = 1; round <= 3; ++round) {
        runner.start(std::ref(endless), [&finished](bool failed) { finished += failed ? 100 : 1; });
        CHECK(runner.is_running());
        CHECK(runner.stop());
        CHECK(finished == round);
        CHECK_FALSE(runner.is_running());
        CHECK_FALSE(runner.stop());
    }
    CHECK(endless.lost == 0);
}

TEST_CASE("no stop of a runner's job is lost, whether it comes before, at or after the start") {
    Runner runner;
    Endless endless;
    std::mt19937 random(1);
    for (int round = 0; round < 2000; ++round) {
        const int delay = static_cast<int>(random() % 100);
        runner.start(std::ref(endless));
        for (int i = 0; i < delay; ++i) std::this_thread::yield();
        CHECK(runner.stop());
    }
    CHECK(endless.begun == 2000); // a job that is stopped early runs nevertheless
    CHECK(endless.lost == 0);
}

TEST_CASE("a stop belongs to one job: the next job does not see it") {
    Runner runner;
    const Stop before;
    before.request();
    std::vector<bool> seen;
    const auto look = [&seen](const Stop& stop) { seen.push_back(stop.is_requested()); };
    CHECK(runner.run(look, before));
    CHECK(runner.run(look));
    runner.request_stop(); // nothing runs
    runner.start(look);
    runner.wait();
    CHECK(seen == std::vector<bool>{true, false, false});
}

TEST_CASE("all jobs that a runner starts run on one thread, and those of run on the caller's") {
    Runner runner;
    std::vector<std::thread::id> ids;
    const auto note = [&ids](const Stop&) { ids.push_back(std::this_thread::get_id()); };
    for (int i = 0; i < 3; ++i) {
        runner.start(note);
        CHECK(runner.wait_for(60s));
    }
    CHECK(runner.run(note));
    REQUIRE(ids.size() == 4);
    CHECK(ids[0] == ids[1]);
    CHECK(ids[1] == ids[2]);
    CHECK(ids[0] != std::this_thread::get_id());
    CHECK(ids[3] == std::this_thread::get_id());
}

TEST_CASE("a runner runs one job at a time") {
    Runner runner;
    Endless endless;
    const auto refused = [&runner] {
        return std::async(std::launch::async, [&runner] { return !runner.run([](const Stop&) {}); })
            .get();
    };
    runner.start(std::ref(endless));
    CHECK(refused());
    CHECK_FALSE(runner.wait_for(0ms));
    runner.stop();
    CHECK_FALSE(refused());
    CHECK(runner.run([&](const Stop& stop) {
        CHECK(refused());
        std::thread([&runner] { runner.request_stop(); }).join();
        CHECK(stop.is_requested());
    }));
}

TEST_CASE("look sees a running job, or one that has called finished") {
    Runner runner;
    std::atomic<bool> end = false;
    std::atomic<bool> finished = false;
    runner.start(
        [&end](const Stop&) {
            while (!end) std::this_thread::yield();
        },
        [&finished](bool) { finished = true; });
    bool running = true;
    for (int glance = 0; running; ++glance) {
        if (glance == 100) end = true;
        runner.look([&](bool runs) {
            running = runs;
            CHECK(finished == !runs);
        });
    }
    CHECK(end);
}

TEST_CASE("destroying a runner stops its job, and finished is still called") {
    Endless endless;
    bool finished = false;
    {
        Runner runner;
        runner.start(std::ref(endless), [&finished](bool) { finished = true; });
    }
    CHECK(finished);
    CHECK(endless.lost == 0);
}

TEST_CASE("what a job or its finished throws is thrown once, by whoever asks next") {
    enum class Asks { look, wait, stop };
    const bool in_work = GENERATE(true, false);
    const Asks asks = GENERATE(Asks::look, Asks::wait, Asks::stop);
    CAPTURE(in_work, static_cast<int>(asks));
    Runner runner;
    bool told_failed = false;
    runner.start(
        [&](const Stop&) {
            if (in_work) throw std::bad_alloc();
        },
        [&](bool failed) {
            told_failed = failed;
            if (!in_work) throw std::bad_alloc();
        });
    CHECK(runner.wait_for(60s)); // throws nothing
    CHECK(told_failed == in_work);
    const auto ask = [&] {
        if (asks == Asks::look) runner.look([](bool) {});
        if (asks == Asks::wait) runner.wait();
        if (asks == Asks::stop) runner.stop();
    };
    CHECK_THROWS_AS(ask(), std::bad_alloc);
    CHECK_NOTHROW(ask());
    const auto fail = [](const Stop&) { throw std::bad_alloc(); };
    CHECK_THROWS_AS(runner.run(fail), std::bad_alloc);
    CHECK_FALSE(runner.is_running());
    runner.start(fail); // nobody asks
}

TEST_CASE("pondering makes way for the move, again and again") {
    EngineSettings settings;
    settings.hash_megabytes = 1;
    settings.level = 60;
    Engine engine(settings);
    Runner runner;
    Board board = Board::start();
    for (int move = 0; move < 10; ++move) {
        runner.start(
            [&engine, board](const Stop& stop) { engine.think_ahead(board, stop.flag()); });
        for (int i = 0; i < 10 * move; ++i) std::this_thread::yield();
        CHECK(runner.stop());
        SearchResult chosen;
        CHECK(runner.run([&](const Stop& stop) {
            chosen = engine.choose_move(board, GameClock{.seconds = 0.1}, &stop.flag());
        }));
        REQUIRE_FALSE(chosen.lines.empty());
        board = board.after(chosen.lines.front().move);
    }
}
