#include "protocol/library/include/emilia/emilia.hpp"
#include "tests/protocol/library/library_objects.h"

#include <atomic>
#include <chrono>
#include <random>
#include <thread>

using namespace emilia::testing;

namespace {

using Clock = std::chrono::steady_clock;

/// A search that takes years unless it is stopped. Where a stop was lost, this ends it.
constexpr double seconds_of_a_lost_stop = 10;

emilia_limits endless() {
    auto given = limits();
    given.goal = EMILIA_FIND_EXACT;
    given.lines = 1;
    given.seconds = seconds_of_a_lost_stop;
    return given;
}

struct FreeToken {
    void operator()(emilia_stop_token* token) const { emilia_stop_token_free(token); }
};
using TokenPointer = std::unique_ptr<emilia_stop_token, FreeToken>;

TokenPointer new_token() {
    emilia_stop_token* token = nullptr;
    REQUIRE(emilia_stop_token_new(&token) == EMILIA_OK);
    return TokenPointer(token);
}

void pass(std::chrono::nanoseconds time) {
    for (const auto end = Clock::now() + time; Clock::now() < end;) std::this_thread::yield();
}

/// How many stops came before, while or after the search began, and how many were lost.
struct Stops {
    int before = 0;
    int after = 0;
    int lost = 0;

    void note(Clock::time_point requested, Clock::time_point called, const emilia_result* result) {
        ++(requested < called ? before : after);
        if (emilia_result_interrupted(result) == 0
            || emilia_result_seconds(result) > seconds_of_a_lost_stop / 2)
            ++lost;
    }
};

/// Another thread requests the stop of each search's own token at a random moment.
Stops stop_by_token(int number) {
    const auto engine = engine_with();
    const auto position = position_of("");
    std::mt19937 random(1);
    std::uniform_int_distribution<int> moments(0, 100'000); // nanoseconds; starting takes less
    Stops stops;
    for (int round = 0; round < number; ++round) {
        const auto token = new_token();
        auto given = endless();
        given.stop = token.get();
        const std::chrono::nanoseconds start(moments(random));
        const std::chrono::nanoseconds stop(moments(random));
        std::atomic<int> ready = 0;
        const auto meet = [&ready] {
            for (++ready; ready < 2;) std::this_thread::yield();
        };
        Clock::time_point requested;
        std::thread other([&] {
            meet();
            pass(stop);
            requested = Clock::now();
            emilia_stop_token_request(token.get());
        });
        meet();
        pass(start);
        const auto called = Clock::now();
        emilia_result* result = nullptr;
        CHECK(emilia_analyze(engine.get(), position.get(), &given, &result) == EMILIA_OK);
        other.join();
        stops.note(requested, called, result);
        emilia_result_free(result);
    }
    return stops;
}

/// Another thread stops the engine as soon as it sees that the call has begun, or a little later.
Stops stop_by_engine(int number) {
    const auto engine = engine_with();
    const auto position = position_of("");
    std::mt19937 random(2);
    std::uniform_int_distribution<int> moments(0, 20'000);
    const auto given = endless();
    Stops stops;
    for (int round = 0; round < number; ++round) {
        const std::chrono::nanoseconds stop(round % 2 == 0 ? 0 : moments(random));
        Clock::time_point requested;
        std::thread other([&] {
            while (emilia_forget(engine.get()) != EMILIA_BUSY) std::this_thread::yield();
            pass(stop);
            requested = Clock::now();
            emilia_stop(engine.get());
        });
        const auto called = Clock::now();
        emilia_result* result = nullptr;
        // While the other thread makes the engine forget, the engine is busy.
        while (emilia_analyze(engine.get(), position.get(), &given, &result) == EMILIA_BUSY)
            std::this_thread::yield();
        other.join();
        stops.note(requested, called, result);
        emilia_result_free(result);
    }
    return stops;
}

} // namespace

TEST_CASE("a token that is requested before its search ends it at once, with a move") {
    const auto engine = engine_with();
    const auto token = new_token();
    auto given = endless();
    given.stop = token.get();
    emilia_stop_token_request(token.get());
    emilia_stop_token_request(token.get());
    const auto stopped = run(emilia_analyze, engine.get(), "", given);
    CHECK(emilia_result_interrupted(stopped.get()) == 1);
    CHECK(emilia_result_size(stopped.get()) == 1);
    CHECK(emilia_result_seconds(stopped.get()) < seconds_of_a_lost_stop / 2);
    auto other = limits();
    other.depth = 2;
    const auto next = run(emilia_analyze, engine.get(), "", other);
    CHECK(emilia_result_interrupted(next.get()) == 0);
}

TEST_CASE("a stop of the engine stops a call that has a token, and no call that has not begun") {
    const auto engine = engine_with();
    const auto token = new_token();
    emilia_stop(engine.get());
    emilia_stop(nullptr);
    emilia_stop_token_request(nullptr);
    auto given = limits();
    given.depth = 2;
    given.stop = token.get();
    CHECK(emilia_result_interrupted(run(emilia_analyze, engine.get(), "", given).get()) == 0);
    given = endless();
    given.stop = token.get();
    given.data = engine.get();
    given.progress = [](const emilia_result*, void* data) {
        emilia_stop(static_cast<emilia_engine*>(data));
        return 0;
    };
    CHECK(emilia_result_interrupted(run(emilia_analyze, engine.get(), "", given).get()) == 1);
    CHECK(message_after(emilia_stop_token_new(nullptr), EMILIA_BAD_ARGUMENT)
          == "token must not be null");
}

TEST_CASE("a stop in C++ ends the search that has it in its limits") {
    namespace api = emilia::api;
    auto engine = api::Engine::make({.threads = 1, .hash_megabytes = 1});
    REQUIRE(engine);
    const auto position = api::Position::from();
    REQUIRE(position);
    const api::Stop stop;
    std::thread other([stop] { stop.request(); });
    const auto stopped = engine->analyze(
        *position, {.seconds = seconds_of_a_lost_stop, .goal = api::Goal::exact, .stop = stop});
    other.join();
    REQUIRE(stopped);
    CHECK(stopped->interrupted);
    CHECK(stopped->seconds < seconds_of_a_lost_stop / 2);
    CHECK_FALSE(engine->analyze(*position, {.depth = 2})->interrupted);
}

TEST_CASE("no stop is lost that another thread makes at a random moment") {
    const Stops by_token = stop_by_token(200);
    CHECK(by_token.before > 0);
    CHECK(by_token.after > 0);
    CHECK(by_token.lost == 0);
    CHECK(stop_by_engine(200).lost == 0);
}

TEST_CASE("of ten thousand stops at random moments none is lost", "[.long]") {
    constexpr int number = 10'000;
    const Stops by_token = stop_by_token(number);
    WARN(by_token.before << " stops by token before the call, " << by_token.after
                         << " later; lost: " << by_token.lost);
    CHECK(by_token.lost == 0);
    const Stops by_engine = stop_by_engine(number);
    WARN(by_engine.after << " stops of the engine during the call; lost: " << by_engine.lost);
    CHECK(by_engine.lost == 0);
}
