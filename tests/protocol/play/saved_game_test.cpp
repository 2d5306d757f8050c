#include "engine/notation/move_list.h"
#include "protocol/play/saved_game.h"
#include "tests/catch.h"
#include "tests/protocol/temporary_file.h"

#include <fstream>

using namespace emilia;
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
    CHECK(loaded->games == 1);
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
