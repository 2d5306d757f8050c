#include "engine/notation/ggf.h"
#include "engine/notation/move_list.h"
#include "protocol/game_files.h"
#include "tests/catch.h"
#include "tests/protocol/temporary_file.h"

#include <fmt/format.h>

using namespace emilia;
using testing::TemporaryFile;

TEST_CASE("games are read from every kind of file, told by its contents") {
    const Game game = *parse_moves("f5d6c3d3c4");
    const TemporaryFile ggf("An archive.\n" + to_ggf(game) + "\n" + to_ggf(game) + "\n");
    CHECK(read_games(ggf.path()).games.size() == 2);
    CHECK(read_games(ggf.path()).games.front().moves() == game.moves());
    const TemporaryFile sgf("(;FF[4]GM[2]SZ[8];B[fe];W[df])");
    CHECK(read_games(sgf.path()).games.front().moves().size() == 2);
    const TemporaryFile lists("% of today\r\nf5d6c3d3c4\r\n\r\nF5 F6\r\n");
    const GameFile two = read_games(lists.path());
    REQUIRE(two.games.size() == 2);
    CHECK(two.games.front() == game);
    const GameFile wthor = read_games(std::string(EMILIA_TEST_DATA) + "/wthor/WTH_1978.wtb");
    CHECK(wthor.problems.empty());
    CHECK(wthor.games.size() == 8);
    CHECK(wthor.games.front().position().board.is_over());
}

TEST_CASE("what can't be read of a file is told with its place, the rest is read") {
    struct Case {
        const char* text;
        std::size_t games;
        const char* problem;
    };
    const std::vector<Case> cases = {
        {"f5\na1\nf5d6", 2, "line 2: move 1: "},
        {"(;GM[Othello]B[F5];)(;GM[Go]B[F5];)(;GM[Othello]B[F5]W[A1];)(;GM[Othello]B[F5];)", 2,
         "game 2: the game is 'Go', not Othello"},
        {"(;GM[Othello]B[F5]\n(;GM[Othello]B[F5];)", 1, "game 1: "},
        {"", 0, "holds no games"},
        {"\n# nothing\n", 0, "holds no games"},
        {"(;GM[2]SZ[10])", 0, "game 1: the board's size is"},
    };
    for (const Case& given : cases) {
        CAPTURE(given.text);
        const TemporaryFile file(given.text);
        const GameFile read = read_games(file.path());
        CHECK(read.games.size() == given.games);
        REQUIRE_FALSE(read.problems.empty());
        CHECK(read.problems.front().starts_with(fmt::format("'{}'", file.path())));
        CHECK(read.problems.front().find(given.problem) != std::string::npos);
    }
    const TemporaryFile binary(std::string(100, '\0'));
    CHECK(read_games(binary.path()).problems.size() == 1);
    CHECK_THROWS_WITH(read_games("/no/such/file"),
                      "cannot read '/no/such/file': No such file or directory");
}
