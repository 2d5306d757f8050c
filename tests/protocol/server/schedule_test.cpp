#include "protocol/server/schedule.h"
#include "tests/catch.h"

#include <condition_variable>
#include <mutex>
#include <new>

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

/// Its searches end only when they are stopped, apart from those of a clock that runs out.
EngineSettings endless() {
    EngineSettings settings = quick();
    settings.depth.reset();
    settings.level = 60;
    return settings;
}

/// A schedule whose time passes only where a test says so; its searches take real time.
class Office {
public:
    explicit Office(const EngineSettings& settings, bool ponders = false)
        : engine_(settings), schedule(engine_, ponders, [this] { note_end(); }) {}

    void think(const char* game, const Board& board, double seconds) {
        schedule.think({game, board, seconds, 0}, now);
        advance();
    }
    void await(const char* game, const Board& board) {
        schedule.await({game, board});
        advance();
    }
    void forget(const char* game) {
        schedule.forget(game);
        advance();
    }
    void advance() {
        if (auto choice = schedule.advance(now)) choices.push_back(std::move(*choice));
    }
    /// Waits for the end of `searches` searches since the last call, which must come.
    void wait_for_end(int searches = 1) {
        for (; searches > 0; --searches) {
            std::unique_lock lock(mutex_);
            REQUIRE(ended_now_.wait_for(lock, 60s, [this] { return ended_ > 0; }));
            --ended_;
            lock.unlock();
            advance();
        }
    }
    /// Waits until there are `number` choices.
    void wait_for_choices(std::size_t number) {
        while (choices.size() < number) wait_for_end();
    }

private:
    void note_end() {
        const std::lock_guard lock(mutex_);
        ++ended_;
        ended_now_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable ended_now_;
    int ended_ = 0;
    Engine engine_;

public:
    Time now{};
    std::vector<Choice> choices;
    Schedule schedule;
};

const Board start = Board::start();
const Board other = Board::start().after(Square::f5);

} // namespace

TEST_CASE("every game gets a legal move with its value") {
    Office office(quick());
    office.schedule.prepare();
    office.think(".5.0", start, 60);
    office.think(".5.1", other, 60);
    office.wait_for_choices(2);
    for (const Choice& choice : office.choices) {
        CHECK(choice.board == (choice.game == ".5.0" ? start : other));
        CHECK(choice.board.is_legal(choice.move));
        CHECK(choice.evaluation);
    }
    CHECK(office.choices[0].game != office.choices[1].game);
    CHECK(office.schedule.subject().empty());
}

TEST_CASE("a search that nobody needs any more has no answer") {
    Office office(endless());
    office.think(".5", start, 1e6);
    CHECK(office.schedule.subject() == ".5");
    office.forget(".5");
    office.think(".6", other, 0.1);
    office.wait_for_choices(1);
    CHECK(office.choices[0].game == ".6");
    office.think(".5", start, 1e6);
    office.think(".5", other, 0.1); // the game has gone on
    office.wait_for_choices(2);
    CHECK(office.choices[1].game == ".5");
    CHECK(office.choices[1].board == other);
}

TEST_CASE("a long search makes way for a game with little time") {
    Office office(endless());
    office.think(".5.0", start, 1e6);
    office.now += 1h;
    office.think(".5.1", other, 2);
    office.now += 199ms;
    office.advance();
    CHECK(office.schedule.subject() == ".5.0");
    office.now += 1ms; // a tenth of what the other game has
    office.advance();
    office.wait_for_choices(1);
    CHECK(office.choices[0].game == ".5.0"); // with the best move so far
    CHECK(start.is_legal(office.choices[0].move));
    CHECK(office.schedule.subject() == ".5.1");
}

TEST_CASE("the game with the shortest time comes first") {
    Office office(endless());
    office.think(".4", start, 1e6);
    office.think(".5.0", start, 60);
    office.think(".5.1", other, 0.5);
    office.forget(".4");
    office.wait_for_end();
    CHECK(office.schedule.subject() == ".5.1");
    office.wait_for_end();
    CHECK(office.schedule.subject() == ".5.0");
}

TEST_CASE("pondering ends as soon as there is something to do, and with the schedule") {
    Office office(endless(), true);
    office.await(".5", other);
    CHECK(office.schedule.subject() == ".5");
    office.await(".6", start);
    office.wait_for_end();
    CHECK(office.schedule.subject() == ".6");
    office.think(".5", start, 0.2);
    office.wait_for_end();
    CHECK(office.schedule.subject() == ".5");
    office.wait_for_end();
    CHECK(office.choices.size() == 1);
    CHECK(office.schedule.subject() == ".6");
}

TEST_CASE("without pondering nothing is searched while the opponents think") {
    Office office(endless());
    office.await(".5", other);
    CHECK(office.schedule.subject().empty());
}

TEST_CASE("pondering continues in the other game when one has ended") {
    Office office(endless(), true);
    office.await(".5.1", other);
    if (GENERATE(false, true)) { // has moved last
        office.think(".5.0", start, 0.1);
        office.wait_for_choices(1);
        office.forget(".5.0");
    } else {
        office.await(".5.0", start);
        office.wait_for_end();
        CHECK(office.schedule.subject() == ".5.0");
        office.forget(".5.0");
        office.wait_for_end();
    }
    CHECK(office.schedule.subject() == ".5.1");
    office.forget(".5.1");
    office.wait_for_end();
    CHECK(office.schedule.subject().empty());
}

TEST_CASE("what a search throws is thrown by the schedule in its owner's thread") {
    Engine engine(quick());
    std::atomic<bool> ended = false;
    Schedule schedule(engine, false, [&ended] {
        ended = true;
        throw std::bad_alloc();
    });
    schedule.think({".5", start, 60, 0}, {});
    CHECK_FALSE(schedule.advance({}));
    while (!ended) std::this_thread::yield();
    CHECK_THROWS_AS(schedule.advance({}), std::bad_alloc);
}
