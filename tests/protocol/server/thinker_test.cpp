#include "protocol/server/thinker.h"
#include "tests/catch.h"

#include <ctime>
#include <new>
#include <thread>

using namespace emilia;
using namespace emilia::ggs;
using namespace std::chrono_literals;

namespace {

EngineSettings quick() {
    EngineSettings settings;
    settings.hash_megabytes = 1;
    settings.depth = 4;
    return settings;
}

EngineSettings endless() {
    EngineSettings settings = quick();
    settings.depth.reset();
    return settings;
}

/// Waits for `number` choices, at most for some seconds.
std::vector<Choice> choices_of(Thinker& thinker, std::size_t number) {
    std::vector<Choice> choices;
    const Time end = SteadyClock::now() + 20s;
    while (choices.size() < number && SteadyClock::now() < end) {
        for (Choice& choice : thinker.take_choices()) choices.push_back(std::move(choice));
        thinker.passed(SteadyClock::now());
        std::this_thread::sleep_for(1ms);
    }
    return choices;
}

/// Waits until the program has computed for `seconds`; returns whether it does so at all.
bool computes(double seconds) {
    const std::clock_t begin = std::clock();
    const Time end = SteadyClock::now() + 20s;
    while (SteadyClock::now() < end) {
        if (static_cast<double>(std::clock() - begin) >= seconds * CLOCKS_PER_SEC) return true;
        std::this_thread::sleep_for(20ms);
    }
    return false;
}

const Board start = Board::start();
const Board other = Board::start().after(Square::f5);

} // namespace

TEST_CASE("every game gets a legal move with its value") {
    Engine engine(quick());
    std::atomic<int> answered = 0;
    Thinker thinker(engine, false, [&] { ++answered; });
    thinker.prepare();
    thinker.think({".5.0", start, 60, 0}, SteadyClock::now());
    thinker.think({".5.1", other, 60, 0}, SteadyClock::now());
    const auto choices = choices_of(thinker, 2);
    REQUIRE(choices.size() == 2);
    for (const Choice& choice : choices) {
        CHECK(choice.board == (choice.game == ".5.0" ? start : other));
        CHECK(choice.board.is_legal(choice.move));
        CHECK(choice.evaluation);
    }
    CHECK(choices[0].game != choices[1].game);
    CHECK(answered == 2);
}

TEST_CASE("a search that nobody needs any more has no answer") {
    Engine engine(endless());
    Thinker thinker(engine, false, [] {});
    thinker.think({".5", start, 1e6, 0}, SteadyClock::now());
    std::this_thread::sleep_for(20ms);
    thinker.forget(".5");
    thinker.think({".6", other, 0.1, 0}, SteadyClock::now());
    const auto choices = choices_of(thinker, 1);
    REQUIRE(choices.size() == 1);
    CHECK(choices[0].game == ".6");
    thinker.think({".5", start, 1e6, 0}, SteadyClock::now());
    std::this_thread::sleep_for(20ms);
    thinker.think({".5", other, 0.1, 0}, SteadyClock::now()); // the game has gone on
    const auto later = choices_of(thinker, 1);
    REQUIRE(later.size() == 1);
    CHECK(later[0].board == other);
}

TEST_CASE("a long search makes way for a game with little time") {
    Engine engine(endless());
    Thinker thinker(engine, false, [] {});
    const Time begin = SteadyClock::now();
    thinker.think({".5.0", start, 1e6, 0}, begin);
    std::this_thread::sleep_for(20ms);
    thinker.think({".5.1", other, 2, 0}, SteadyClock::now());
    const auto choices = choices_of(thinker, 2);
    REQUIRE(choices.size() == 2);
    CHECK(choices[0].game == ".5.0"); // with the best move so far
    CHECK(choices[0].board.is_legal(choices[0].move));
    CHECK(SteadyClock::now() - begin < 3s);
}

TEST_CASE("the game with the shortest time comes first") {
    Engine engine(endless());
    Thinker thinker(engine, false, [] {});
    thinker.think({".4", start, 1, 0}, SteadyClock::now());
    thinker.think({".5.0", start, 60, 0}, SteadyClock::now());
    thinker.think({".5.1", other, 0.5, 0}, SteadyClock::now());
    const auto choices = choices_of(thinker, 3);
    REQUIRE(choices.size() == 3);
    const auto place = [&](const char* game) {
        return std::find_if(choices.begin(), choices.end(),
                            [game](const Choice& choice) { return choice.game == game; })
               - choices.begin();
    };
    CHECK(place(".5.1") < place(".5.0"));
}

TEST_CASE("pondering ends as soon as there is something to do, and with the thinker") {
    Engine engine(endless());
    Thinker thinker(engine, true, [] {});
    thinker.await({".5", other});
    std::this_thread::sleep_for(30ms);
    thinker.await({".6", start});
    std::this_thread::sleep_for(30ms);
    const Time begin = SteadyClock::now();
    thinker.think({".5", start, 0.2, 0}, begin);
    CHECK(choices_of(thinker, 1).size() == 1);
    CHECK(SteadyClock::now() - begin < 2s);
    thinker.await({".5", other});
}

TEST_CASE("pondering goes on in the other game when one has ended") {
    const bool moved_last = GENERATE(false, true);
    CAPTURE(moved_last);
    EngineSettings settings = endless();
    settings.level = 60; // lower levels have soon searched deep enough
    Engine engine(settings);
    Thinker thinker(engine, true, [] {});
    thinker.await({".5.1", other});
    if (moved_last) {
        thinker.think({".5.0", start, 0.1, 0}, SteadyClock::now());
        REQUIRE(choices_of(thinker, 1).size() == 1);
    } else {
        thinker.await({".5.0", start});
    }
    std::this_thread::sleep_for(20ms);
    thinker.forget(".5.0");
    CHECK(computes(0.5));
    thinker.forget(".5.1");
    std::this_thread::sleep_for(20ms);
}

TEST_CASE("what goes wrong in the thread of the thinker is thrown in that of its owner") {
    Engine engine(quick());
    Thinker thinker(engine, false, [] { throw std::bad_alloc(); });
    thinker.think({".5", start, 60, 0}, SteadyClock::now());
    CHECK_THROWS_AS(choices_of(thinker, 2), std::bad_alloc);
}
