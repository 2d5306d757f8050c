#include "engine/notation/move_list.h"
#include "engine/system/paths.h"
#include "protocol/play/saved_games.h"
#include "tests/catch.h"
#include "tests/protocol/temporary_file.h"

#include <fstream>

using namespace emilia;

using emilia::testing::TemporaryFolder;

namespace {

Game game_of(const char* moves) {
    return parse_moves(moves).value();
}

/// Makes a file older than any that is written now.
void age(const std::string& file) {
    const auto path = to_path(file);
    std::filesystem::last_write_time(path, std::filesystem::last_write_time(path)
                                               - std::chrono::hours(1));
}

} // namespace

TEST_CASE("an unfinished game is found again when its program has ended") {
    const TemporaryFolder folder;
    const auto place = to_path(folder.file("new"));
    {
        GameKeeper keeper(place);
        CHECK_FALSE(keeper.file());
        CHECK_FALSE(keeper.last());
        CHECK_FALSE(std::filesystem::exists(place));
        REQUIRE(keeper.keep(game_of("f5")));
        REQUIRE(keeper.keep(game_of("f5d6")));
        CHECK(keeper.file());
        CHECK_FALSE(keeper.last()); // it is being played
        CHECK_FALSE(GameKeeper(place).last());
    }
    GameKeeper later(place);
    REQUIRE(later.last());
    CHECK(later.last()->moves().size() == 2);
    CHECK_FALSE(later.file());
    REQUIRE(later.resume());
    CHECK(later.file());
    CHECK_FALSE(later.resume());
    later.drop();
    CHECK_FALSE(later.file());
    CHECK_FALSE(later.last());
}

TEST_CASE("two programs keep two games, and the one that was played last comes first") {
    const TemporaryFolder folder;
    const auto place = to_path(folder.path());
    {
        GameKeeper first(place);
        GameKeeper second(place);
        REQUIRE(first.keep(game_of("f5")));
        REQUIRE(second.keep(game_of("f5d6c3")));
        CHECK(first.file() != second.file());
        age(*first.file());
    }
    GameKeeper later(place);
    CHECK(later.resume()->moves().size() == 3);
    CHECK(later.resume()->moves().size() == 1); // and leaves the other one
    later.drop();
    CHECK(later.resume()->moves().size() == 3);
}

TEST_CASE("of many unfinished games the oldest makes room") {
    const TemporaryFolder folder;
    const auto place = to_path(folder.path());
    for (int game = 0; game < 9; ++game) {
        GameKeeper keeper(place);
        REQUIRE(keeper.keep(game_of("f5")));
        if (game == 4) age(*keeper.file());
    }
    GameKeeper tenth(place);
    REQUIRE(tenth.keep(game_of("f5d6")));
    CHECK(tenth.file()->ends_with("unfinished-5.ggf"));
}

TEST_CASE("a game that can't be kept or read gets a message and costs nothing else") {
    const TemporaryFolder folder;
    std::ofstream(folder.file("file")) << "no folder";
    GameKeeper nowhere(to_path(folder.file("file")));
    const auto kept = nowhere.keep(game_of("f5"));
    REQUIRE_FALSE(kept);
    CHECK(kept.error().starts_with("cannot make the folder"));
    CHECK_FALSE(nowhere.file());
    std::ofstream(folder.file("unfinished-1.ggf")) << "(;GM[Othello]BO[8 ";
    GameKeeper damaged(to_path(folder.path()));
    CHECK_FALSE(damaged.last());
    CHECK_FALSE(damaged.resume());
    {
        GameKeeper sound(to_path(folder.path()));
        REQUIRE(sound.keep(game_of("f5")));
        CHECK(sound.file()->ends_with("unfinished-2.ggf"));
        age(*sound.file());
    }
    CHECK(damaged.last()); // the one that can be read, although it is older
}

using emilia::testing::TemporaryFolder;

TEST_CASE("a game is saved in the format that its file's name tells, and loaded again") {
    const auto name = GENERATE("game.ggf", "game.sgf", "GAME.SGF", "a game.ggf");
    const TemporaryFolder folder;
    Game game = parse_moves("f5d6c3d3").value();
    game.black_name = "me";
    game.white_name = "Emilia (level 3)";
    REQUIRE(save_game(game, folder.file(name), false));
    const auto loaded = load_game(folder.file(name));
    REQUIRE(loaded);
    CHECK(loaded->remark.empty());
    CHECK(moves_of(loaded->game) == moves_of(game));
    CHECK(loaded->game.white_name == game.white_name);
}

TEST_CASE("saving replaces no file that it was not told to replace") {
    const TemporaryFolder folder;
    const std::string file = folder.file("game.ggf");
    std::ofstream(file) << "precious";
    const auto refused = save_game(Game(), file, false);
    REQUIRE_FALSE(refused);
    CHECK(refused.error() == "'" + file + "' exists already; choose another name");
    CHECK_FALSE(load_game(file));
    REQUIRE(save_game(Game(), file, true));
    CHECK(load_game(file));
}

TEST_CASE("what can't be saved or loaded is explained") {
    const TemporaryFolder folder;
    CHECK(save_game(Game(), "game.txt", false).error()
          == "'game.txt' ends neither in .ggf nor in .sgf, which tell the format");
    CHECK_FALSE(save_game(Game(), ".ggf", false));
    CHECK_FALSE(save_game(Game(), folder.file("no/such/folder.ggf"), false));
    CHECK(load_game(folder.file("none.ggf")).error().find("No such file") != std::string::npos);
    CHECK_FALSE(load_game(folder.path()));
    std::ofstream(folder.file("words.ggf")) << "no game at all\n";
    CHECK_FALSE(load_game(folder.file("words.ggf")));
    std::ofstream(folder.file("empty.sgf"));
    CHECK_FALSE(load_game(folder.file("empty.sgf")));
}
