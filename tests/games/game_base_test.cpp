#include "engine/games/game_base.h"
#include "tests/catch.h"
#include "tests/games/some_games.h"

#include <fmt/format.h>

using namespace emilia;
using namespace emilia::testing;

namespace {

/// A base after it was written and read.
std::optional<GameBase> copied(const GameBase& base) {
    std::string bytes;
    base.put(bytes);
    std::string_view rest = bytes;
    auto copy = GameBase::take(rest);
    CHECK(rest.empty());
    return copy;
}

} // namespace

TEST_CASE("a base gives back the games that were added, move by move") {
    Random random(1);
    std::vector<Game> games = mixed_games();
    for (int i = 0; i < 100; ++i) games.push_back(random_record(random, i));
    const GameBase base = base_of(games);
    REQUIRE(base.size() == games.size());
    std::size_t whole = 0;
    for (std::size_t i = 0; i < games.size(); ++i) {
        const Game& game = games[i];
        const Game record = base.record(base[i]);
        CHECK(record.start() == game.start());
        CHECK(record.moves().size() == game.moves().size());
        CHECK(moves_of(record) == moves_of(game));
        CHECK(record.position() == game.position());
        CHECK(record.black_name == game.black_name);
        CHECK(record.white_name == game.white_name);
        CHECK(record.event == game.event);
        CHECK(record.date == game.date);
        if (game.result) CHECK(record.result.value().winner == game.result->winner);
        if (base[i].is_whole != 0) CHECK(record == game);
        whole += base[i].is_whole;
        const std::size_t half = game.moves().size() / 2;
        Position position = game.start();
        for (std::size_t ply = 0; ply < half; ++ply)
            position = position.after(game.moves()[ply].move);
        CHECK(base.board(base[i], half) == position.board);
        CHECK(base.to_move(base[i], half) == position.to_move);
    }
    CHECK(whole >= 100);
    CHECK(whole < games.size());
}

TEST_CASE("a game of which its file says more than a base keeps is marked so") {
    const Game plain = game_of("Anna", "Boris", 2001, "f5d6c3", 4.0);
    std::vector<Game> more(8, plain);
    more[0].place = "Paris";
    more[1].black_rating = "1800";
    more[2].time = TimeControl{60, 0, 0};
    more[3].result->ending = Ending::resigned;
    more[4].komi = 0.5;
    more[5].ggf_only.emplace_back("KB", "1");
    more[6].type = "s8r20";
    more[7] = Game(Position{}, plain);
    REQUIRE(more[7].play(
        {.move = Square::f5, .color = Color::black, .evaluation = 1.5, .seconds = {}}));
    for (const Game& game : more) CHECK(base_of({game})[0].is_whole == 0);
    CHECK(base_of({plain})[0].is_whole == 1);
}

TEST_CASE("a score is the recorded one, otherwise that of the finished board, otherwise unknown") {
    const std::string shortest = "e6f4e3f6g5d6e7f5c5"; // black wins by 64
    Game won = game_of("", "", 2000, "f5");
    won.result.emplace();
    won.result->winner = Color::white;
    Game far = game_of("", "", 2000, "f5", 1e6);
    struct Case {
        Game game;
        Winner winner;
        int lead;
    };
    const std::vector<Case> cases = {
        {game_of("", "", 2000, shortest), Winner::black, 6400},
        {game_of("", "", 2000, shortest, -2), Winner::white, -200},
        {game_of("", "", 2000, "f5", 0), Winner::nobody, 0},
        {game_of("", "", 2000, "f5", 2.5), Winner::black, 250},
        {game_of("", "", 2000, "f5"), Winner::unknown, BaseGame::unknown_lead},
        {won, Winner::white, BaseGame::unknown_lead},
        {far, Winner::black, BaseGame::unknown_lead},
    };
    for (const auto& [game, winner, lead] : cases) {
        const GameBase base = base_of({game});
        CHECK(base[0].winner == winner);
        CHECK(base[0].lead == lead);
        CHECK(base[0].year == 2000);
    }
}

TEST_CASE("a base that was written and read is the same") {
    CHECK(copied(GameBase()) == GameBase());
    Random random(2);
    std::vector<Game> games = mixed_games();
    for (int i = 0; i < 20; ++i) games.push_back(random_record(random, i));
    const GameBase base = base_of(games);
    auto copy = copied(base);
    REQUIRE(copy);
    CHECK(*copy == base);
    // Its texts and starts keep their numbers, so games can be added.
    GameBase more = base;
    for (const Game& game : games) {
        more.add(game, 1, 1);
        copy->add(game, 1, 1);
    }
    CHECK(*copy == more);
}

TEST_CASE("bytes that are no base are refused, and never read beyond their end") {
    const GameBase base = base_of(mixed_games());
    std::string bytes;
    base.put(bytes);
    for (std::size_t size = 0; size < bytes.size(); size += 1 + size / 7) {
        CAPTURE(size);
        std::string_view rest = std::string_view(bytes).substr(0, size);
        CHECK_FALSE(GameBase::take(rest));
    }
    // Whatever is accepted can be used.
    Random random(3);
    for (int i = 0; i < 2000; ++i) {
        std::string damaged = bytes;
        for (int changes = 0; changes < 3; ++changes) {
            const auto at = random() % std::min<std::size_t>(damaged.size(), 40'000);
            damaged[at] = static_cast<char>(random());
        }
        std::string_view rest = damaged;
        const auto read = GameBase::take(rest);
        if (!read) continue;
        for (const BaseGame& game : read->games()) {
            CHECK(read->board(game, game.plies).empties() <= square_count);
            CHECK(read->text(game.black).size() < bytes.size());
        }
    }
}
