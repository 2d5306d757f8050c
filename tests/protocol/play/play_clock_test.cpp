#include "engine/system/paths.h"
#include "protocol/play/play_session.h"
#include "protocol/play/saved_games.h"
#include "tests/catch.h"
#include "tests/protocol/play/quick_session.h"
#include "tests/protocol/temporary_file.h"

#include <chrono>
#include <optional>

using namespace emilia;
using namespace emilia::testing;

namespace {

using Kind = PlayMessage::Kind;

/// A game of two moves, each of which took `seconds`.
Game slow_game(double seconds) {
    Game game;
    for (const Square move : {Square::f5, Square::d6}) {
        REQUIRE(game.play({.move = move, .color = game.position().to_move, .seconds = seconds}));
    }
    return game;
}

/// A clock that goes on only when a test says so.
struct StoppedClock {
    PersonalGame::Moment moment = std::chrono::steady_clock::now();

    void put_into(PlaySettings& settings) {
        settings.now = [this] { return moment; };
    }
};

} // namespace

TEST_CASE("who has no time left loses, also while nothing is typed") {
    PlaySettings settings = quick();
    settings.game.time = TimeControl{.seconds = 60};
    StoppedClock clock;
    clock.put_into(settings);
    PlaySession session(std::move(settings));
    clock.moment += std::chrono::milliseconds(59'999);
    session.advance();
    CHECK_FALSE(session.table().is_over());
    clock.moment += std::chrono::milliseconds(1);
    session.advance();
    CHECK(session.table().is_over());
    CHECK(has(session.take_messages(), Kind::note, "White wins on time."));
    CHECK(has(say(session, "f5"), Kind::error, "the game is over"));
    CHECK(has(say(session, "clock 5"), Kind::note, "You play black"));
    CHECK(session.table().game().time == TimeControl{.seconds = 300});
    CHECK(has(say(session, "clock soon"), Kind::error, "'soon' is no time for a game"));
}

TEST_CASE("the opponent keeps to its own clock") {
    PlaySettings settings = quick();
    settings.engine.level.reset();
    settings.opponent = {};
    settings.game.time = TimeControl{.seconds = 10};
    PlaySession session(std::move(settings));
    static_cast<void>(say(session, "f5"));
    static_cast<void>(say(session, "moves"));
    CHECK(moves_in(session) == 2);
    CHECK(session.table().game().seconds_used(Color::white) < 5); // a third of one is usual
    CHECK_FALSE(session.table().is_over());
}

TEST_CASE("a move that was found in time counts, however late it is taken") {
    PlaySettings settings = quick();
    settings.person = Color::white;
    settings.opponent = {.level = {}, .player = "random"};
    settings.game.time = TimeControl{.seconds = 1};
    StoppedClock clock;
    clock.put_into(settings);
    PlaySession session(std::move(settings));
    session.advance();
    session.wait(std::chrono::minutes(1)); // for the move
    clock.moment += std::chrono::seconds(2);
    session.advance();
    CHECK(moves_in(session) == 1);
    CHECK_FALSE(session.table().is_over());
}

TEST_CASE("a move that took longer than the clock had comes too late") {
    PlaySettings settings = quick();
    settings.person = Color::white;
    settings.game.time = TimeControl{.seconds = 1e-9};
    PlaySession session(std::move(settings));
    CHECK(has(settle(session), Kind::note, "White wins on time."));
    CHECK(moves_in(session) == 0);
}

TEST_CASE("the moves before a clock was put on a game take nothing from it") {
    PlaySettings settings = quick();
    settings.game = slow_game(360);
    settings.game.time = TimeControl{.seconds = 300};
    settings.clock_chosen = true;
    PlaySession session(std::move(settings));
    session.advance();
    CHECK_FALSE(session.table().is_over());
    CHECK(moves_in(session) == 2);
    CHECK(session.table().game().seconds_used(Color::black) == 0);
    CHECK(session.table().game().seconds_used(Color::white) == 0);
}

TEST_CASE("a clock that the person chooses replaces one that had run out") {
    PlaySettings settings = quick();
    settings.game = slow_game(1);
    settings.game.result = result_of_lead(-64, Ending::timeout);
    settings.game.time = TimeControl{.seconds = 300};
    settings.clock_chosen = true;
    const PlaySession session(std::move(settings));
    CHECK(session.table().game().time == TimeControl{.seconds = 300});
}

TEST_CASE("a game without moves comes with its own clock, too") {
    const TemporaryFolder folder;
    const auto file = [&folder](bool timed) {
        return folder.file(timed ? "timed.ggf" : "untimed.ggf");
    };
    const auto clock = [](bool timed) {
        return timed ? std::optional(TimeControl{.seconds = 300, .increment = 2}) : std::nullopt;
    };
    const bool timed = GENERATE(false, true);
    Game saved;
    saved.time = clock(!timed);
    REQUIRE(save_game(saved, file(!timed), false));
    PlaySettings settings = quick();
    settings.game.time = clock(timed);
    PlaySession session(std::move(settings));
    static_cast<void>(say(session, "load " + file(!timed)));
    CHECK(session.table().game().time == clock(!timed));
    static_cast<void>(say(session, "new"));
    CHECK(session.table().game().time == clock(timed));
}

TEST_CASE("an evaluation for which a view waits takes nothing from the clock") {
    PlaySettings settings = quick();
    settings.evaluation = true;
    settings.game.time = TimeControl{.seconds = 1e6};
    PersonalGame::Moment moment{};
    settings.now = [&moment] { return moment += std::chrono::seconds(1); }; // with each look
    PlaySession session(std::move(settings));
    const auto given_back = [&session] {
        const PersonalGame::Moment later{std::chrono::hours(1)};
        const auto before = session.table().seconds_left(Color::black, later);
        session.wait(std::chrono::milliseconds(1));
        return *session.table().seconds_left(Color::black, later) - *before;
    };
    CHECK(given_back() == 0);
    session.advance(); // begins the evaluation
    CHECK(given_back() == 1);
    static_cast<void>(settle(session));
    session.execute_line("hint");
    CHECK(given_back() == 0); // the person has asked for it
}

TEST_CASE("the clock of the command line counts before that of a game that is resumed") {
    const TemporaryFolder folder;
    PlaySettings settings = quick();
    settings.folder = to_path(folder.path());
    settings.game.time = TimeControl{.seconds = 600};
    {
        PlaySession session(settings);
        static_cast<void>(say(session, "f5"));
        REQUIRE(moves_in(session) == 2);
    }
    settings.resume = true;
    settings.game.time = TimeControl{.seconds = 300};
    settings.clock_chosen = true;
    PlaySession session(std::move(settings));
    CHECK(moves_in(session) == 2);
    CHECK(session.table().game().time == TimeControl{.seconds = 300});
    CHECK(session.table().game().seconds_used(Color::black) == 0);
}

TEST_CASE("a game whose clock has run out goes on without clocks") {
    PlaySettings settings = quick();
    settings.game = slow_game(61);
    settings.game.time = TimeControl{.seconds = 60};
    PlaySession session(std::move(settings));
    CHECK(has(session.take_messages(), Kind::note,
              "A clock of this game has run out; the game goes on without clocks."));
    session.advance();
    CHECK(session.table().is_persons_turn());
    CHECK_FALSE(session.table().game().time);
}
