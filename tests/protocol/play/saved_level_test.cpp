#include "engine/base/files.h"
#include "engine/system/paths.h"
#include "protocol/play/saved_level.h"
#include "tests/catch.h"
#include "tests/protocol/play/quick_session.h"
#include "tests/protocol/temporary_file.h"

using namespace emilia;
using namespace emilia::testing;

namespace {

using Kind = PlayMessage::Kind;

constexpr const char* before_win = "e6f4e3f6g5d6e7f5"; // black wins all discs with c5

PlaySettings adaptive(const TemporaryFolder& folder, int level) {
    PlaySettings settings = quick(before_win);
    settings.folder = to_path(folder.path());
    settings.adaptive = AdaptiveLevel{.level = level};
    settings.opponent.level = settings.engine.level = level;
    return settings;
}

} // namespace

TEST_CASE("an adaptive level is read as it was saved") {
    const TemporaryFolder folder;
    const auto below = to_path(folder.path()) / "new";
    const AdaptiveLevel level{.level = 17, .games = 12};
    REQUIRE(save_adaptive_level(level, below));
    CHECK(read_adaptive_level(below) == level);
    CHECK(save_adaptive_level(level, below / "level.txt").error().starts_with("cannot make"));
}

TEST_CASE("without a sound file an adaptive level is that of a new person") {
    const TemporaryFolder folder;
    const auto path = to_path(folder.path());
    CHECK(read_adaptive_level(path) == AdaptiveLevel{.level = level_for_people});
    for (const char* text : {"", "5", "0 3\n", "61 3\n", "5 -1\n", "5 3 4\n", "five 3\n",
                             "5 99999999999\n", "\xff\n"}) {
        CAPTURE(text);
        REQUIRE(replace_file(to_text(path / "level.txt"), text));
        CHECK(read_adaptive_level(path) == AdaptiveLevel{});
    }
}

TEST_CASE("the opponent of the next game adapts to the result of the last one") {
    const TemporaryFolder folder;
    PlaySession session(adaptive(folder, 1));
    const auto won = say(session, "c5");
    CHECK(has(won, Kind::note, "Black wins 64-0."));
    CHECK(has(won, Kind::note, "Your next game is against level 5. It plays like a casual"));
    CHECK(session.opponent_name() == "Emilia (level 1)"); // of the game on the board
    CHECK(read_adaptive_level(to_path(folder.path())) == AdaptiveLevel{.level = 5, .games = 1});
    CHECK(has(say(session, "new"), Kind::note, "You play black against Emilia (level 5)."));
}

TEST_CASE("a game that ends once more after an undo changes the level once") {
    const TemporaryFolder folder;
    PlaySession session(adaptive(folder, 1));
    static_cast<void>(say(session, "c5"));
    static_cast<void>(say(session, "undo"));
    CHECK(read_adaptive_level(to_path(folder.path())) == AdaptiveLevel{.level = 1});
    CHECK(has(say(session, "redo"), Kind::note, "Your next game is against level 5."));
    CHECK(has(say(session, "new"), Kind::note, "against Emilia (level 5)."));
}

TEST_CASE("a game that is lost on time lowers the level") {
    const TemporaryFolder folder;
    PlaySettings settings = adaptive(folder, 9);
    settings.game.time = TimeControl{.seconds = 1e-9};
    PlaySession session(std::move(settings));
    CHECK(has(settle(session), Kind::note, "Your next game is against level 5."));
}

TEST_CASE("a person can choose a level that adapts from there, or stays") {
    const TemporaryFolder folder;
    PlaySession session(adaptive(folder, 1));
    CHECK(has(say(session, "adapt off"), Kind::note, "The level stays."));
    CHECK_FALSE(has(say(session, "c5"), Kind::note, "Your next game"));
    static_cast<void>(say(session, "undo"));
    CHECK(has(say(session, "adapt on"), Kind::note, "The level adapts to you: it rises"));
    static_cast<void>(say(session, "level 2"));
    CHECK(has(say(session, "c5"), Kind::note, "Your next game is against level 6."));
    static_cast<void>(say(session, "level 3"));
    CHECK(has(say(session, "new"), Kind::note, "against Emilia (level 3)."));
    static_cast<void>(say(session, "player random"));
    CHECK(has(say(session, "adapt on"), Kind::error, "only a level can adapt to you; type level"));
}
