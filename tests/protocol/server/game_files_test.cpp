#include "engine/notation/formats/ggf.h"
#include "engine/notation/move_list.h"
#include "protocol/server/game_files.h"
#include "tests/catch.h"
#include "tests/protocol/temporary_file.h"

#include <algorithm>
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
        REQUIRE(files.keep(game_of(moves), 0));
    }
    const std::string text = contents(path);
    CHECK(std::count(text.begin(), text.end(), '\n') == 2);
    const auto first = parse_ggf(text);
    REQUIRE(first);
    CHECK(first->moves().size() == 2);
    CHECK(first->date.ends_with(" GMT"));
}

TEST_CASE("unfinished games are there for the next client; the last word about each counts") {
    const TemporaryFolder folder;
    const std::string path = folder.file("games.ggf");
    {
        GameFiles files(path);
        REQUIRE(files.keep({0, game_of("f5"), true}));
        REQUIRE(files.keep({1, game_of("f5d6c3"), true}));
        REQUIRE(files.keep({0, game_of("f5d6"), true}));
        REQUIRE(files.keep({2, game_of("f5f6"), true}));
        REQUIRE(files.keep(game_of("f5f6e6"), 2));
    }
    GameFiles files(path);
    REQUIRE(files.left_over().size() == 2);
    CHECK(files.left_over()[0].game == game_of("f5d6"));
    CHECK(files.left_over()[0].continues);
    CHECK(files.left_over()[1].game == game_of("f5d6c3"));
    for (const UnfinishedGame& game : files.left_over()) REQUIRE(files.keep(game.game, game.key));
    CHECK(contents(path + ".unfinished").empty());
}

TEST_CASE("an unrated game that a kill has left unfinished is recorded as it is") {
    const TemporaryFolder folder;
    const std::string path = folder.file("games.ggf");
    REQUIRE(GameFiles(path).keep({0, game_of("f5d6"), false}));
    CHECK(contents(path).empty());
    CHECK(GameFiles(path).left_over().empty());
    CHECK(parse_ggf(contents(path)) == game_of("f5d6"));
    CHECK(contents(path + ".unfinished").empty());
}

TEST_CASE("a line that a kill has torn hides nothing, and games of older versions are read") {
    const TemporaryFolder folder;
    const std::string path = folder.file("games.ggf");
    const std::string ggf = to_ggf(game_of("f5d6"));
    std::ofstream(to_path(path + ".unfinished"), std::ios::binary)
        << ggf << "\n4 continues " << to_ggf(game_of("f5")) << "\n4 continues "
        << ggf.substr(0, ggf.size() - 4);
    const GameFiles files(path);
    REQUIRE(files.left_over().size() == 2);
    CHECK(files.left_over()[0].game == game_of("f5"));
    CHECK(files.left_over()[1].game == game_of("f5d6"));
}

TEST_CASE("thousands of boards cost little, and the file is written anew when it has grown") {
    const TemporaryFolder folder;
    const std::string path = folder.file("games.ggf");
    GameFiles files(path);
    REQUIRE(files.keep({0, game_of("f5d6"), true}));
    const std::size_t line = contents(path + ".unfinished").size();
    std::size_t largest = 0;
    for (int board = 0; board < 8000; ++board) {
        REQUIRE(files.keep({1, game_of(board % 2 == 0 ? "f5" : "f5f6"), true}));
        if (board % 500 == 0) largest = std::max(largest, contents(path + ".unfinished").size());
    }
    CHECK(largest > 100 * line);
    CHECK(largest <= GameFiles::most_unfinished_bytes);
}

TEST_CASE("what can't be written waits until it can") {
    const TemporaryFolder folder;
    std::filesystem::create_directory(to_path(folder.file("games")));
    const std::string path = folder.file("games/games.ggf");
    const std::string away = folder.file("away");
    GameFiles files(path);
    std::filesystem::rename(to_path(folder.file("games")), to_path(away));
    const auto kept = files.keep({0, game_of("f5d6"), true});
    REQUIRE_FALSE(kept);
    CHECK(kept.error().find("'" + path + ".unfinished'") != std::string::npos);
    CHECK_FALSE(files.write());
    std::filesystem::rename(to_path(away), to_path(folder.file("games")));
    CHECK(files.keep(game_of("f5f6"), 1));
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
        REQUIRE(files.keep(game_of("f5d6"), 0));
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
