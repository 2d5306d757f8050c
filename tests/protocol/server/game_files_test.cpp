#include "engine/notation/formats/ggf.h"
#include "engine/notation/move_list.h"
#include "protocol/server/game_files.h"
#include "tests/catch.h"
#include "tests/protocol/temporary_file.h"

#include <filesystem>
#include <fstream>

using namespace emilia;
using namespace emilia::ggs;
using namespace emilia::testing;

namespace {

Game game_of(const char* moves) {
    Game game = *parse_moves(moves);
    game.black_name = "alice";
    game.white_name = "emilia";
    return game;
}

std::string complaint(const std::string& path) {
    try {
        const GameFiles files(path);
        return "none";
    } catch (const std::runtime_error& error) {
        return error.what();
    }
}

} // namespace

TEST_CASE("finished games are appended, one a line and with a date") {
    const TemporaryFolder folder;
    const std::string path = folder.file("games.ggf");
    for (const char* moves : {"f5d6", "f5f6"}) {
        GameFiles files(path);
        CHECK(files.left_over().empty());
        REQUIRE(files.keep(game_of(moves)));
    }
    const std::string text = contents(path);
    CHECK(std::count(text.begin(), text.end(), '\n') == 2);
    const auto first = parse_ggf(text);
    REQUIRE(first);
    CHECK(first->moves().size() == 2);
    CHECK(first->date.ends_with(" GMT"));
}

TEST_CASE("unfinished games are there for the next client, and replaced") {
    const TemporaryFolder folder;
    const std::string path = folder.file("games.ggf");
    {
        GameFiles files(path);
        REQUIRE(files.keep_unfinished({game_of("f5"), game_of("f5d6c3")}));
        REQUIRE(files.keep_unfinished({game_of("f5d6"), game_of("f5d6c3")}));
    }
    {
        GameFiles files(path);
        REQUIRE(files.left_over().size() == 2);
        CHECK(files.left_over()[0] == game_of("f5d6"));
        CHECK(files.left_over()[1] == game_of("f5d6c3"));
        REQUIRE(files.keep_unfinished({}));
    }
    CHECK(GameFiles(path).left_over().empty());
}

TEST_CASE("what can't be written waits until it can") {
    const TemporaryFolder folder;
    std::filesystem::create_directory(to_path(folder.file("games")));
    const std::string path = folder.file("games/games.ggf");
    const std::string away = folder.file("away");
    GameFiles files(path);
    std::filesystem::rename(to_path(folder.file("games")), to_path(away));
    const auto kept = files.keep_unfinished({game_of("f5d6")});
    REQUIRE_FALSE(kept);
    CHECK(kept.error().starts_with("cannot write '" + path + ".unfinished': "));
    CHECK_FALSE(files.write());
    std::filesystem::rename(to_path(away), to_path(folder.file("games")));
    CHECK(files.keep(game_of("f5f6")));
    CHECK(parse_ggf(contents(path))->moves().size() == 2);
    CHECK(parse_ggf(contents(path + ".unfinished")) == game_of("f5d6"));
    CHECK(files.write());
}

TEST_CASE("a torn last line does not spoil the next game") {
    const TemporaryFolder folder;
    const std::string path = folder.file("games.ggf");
    std::ofstream(to_path(path), std::ios::binary) << "(;GM[Othello]PB[al";
    {
        GameFiles files(path);
        REQUIRE(files.keep(game_of("f5d6")));
    }
    const std::string text = contents(path);
    const std::string last = text.substr(text.find('\n') + 1);
    REQUIRE(parse_ggf(last));
    CHECK(parse_ggf(last)->moves().size() == 2);
}

TEST_CASE("files that hold something else, or belong to another client, are left alone") {
    const TemporaryFolder folder;
    const std::string path = folder.file("games.ggf");
    std::ofstream(to_path(path), std::ios::binary) << "my diary\n";
    CHECK(complaint(path).find("holds no games in GGF, so nothing is appended to it") > 0);
    CHECK(contents(path) == "my diary\n");
    const std::string other = folder.file("other.ggf");
    const GameFiles files(other);
    CHECK(complaint(other) == "'" + other + "' is being written by another job");
    const std::string third = folder.file("third.ggf");
    std::ofstream(to_path(third + ".unfinished"), std::ios::binary) << "(;GM[Othello]BO[9];)\n";
    CHECK(complaint(third).find("holds a game that can't be read: ") != std::string::npos);
    CHECK(complaint(folder.file("none/games.ggf")) != "none");
}
