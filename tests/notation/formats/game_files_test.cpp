#include "engine/base/files.h"
#include "engine/notation/formats/game_files.h"
#include "engine/notation/formats/ggf.h"
#include "engine/notation/move_list.h"
#include "tests/catch.h"
#include "tests/locations.h"
#include "tests/protocol/temporary_file.h"

#include <fmt/format.h>

using namespace emilia;
using testing::TemporaryFile;

TEST_CASE("games are read from every kind of file, told by its contents") {
    const Game game = *parse_moves("f5d6c3d3c4");
    const TemporaryFile ggf("An archive.\n" + to_ggf(game) + "\n" + to_ggf(game) + "\n");
    CHECK(read_games(ggf.path())->games.size() == 2);
    CHECK(read_games(ggf.path())->games.front().moves() == game.moves());
    const TemporaryFile sgf("(;FF[4]GM[2]SZ[8];B[fe];W[df])");
    CHECK(read_games(sgf.path())->games.front().moves().size() == 2);
    const TemporaryFile lists("% of today\r\nf5d6c3d3c4\r\n\r\nF5 F6\r\n");
    const GameFile two = read_games(lists.path()).value();
    REQUIRE(two.games.size() == 2);
    CHECK(two.games.front() == game);
    const GameFile wthor = read_games(testing::data_path("wthor/WTH_1978.wtb")).value();
    CHECK(wthor.problems.empty());
    CHECK(wthor.games.size() == 8);
    CHECK(wthor.games.front().position().board.is_over());
}

TEST_CASE("passes behind the last move of a game are read and change nothing, in every text") {
    const Game shortest = *parse_moves("e6f4e3f6g5d6e7f5c5");
    REQUIRE(shortest.position().board.is_over());
    for (const char* text : {
             "e6f4e3f6g5d6e7f5c5pa",
             "e6 f4 e3 f6 g5 d6 e7 f5 c5 pass pass",
             "1. e6 f4 2. e3 f6 3. g5 d6 4. e7 f5 5. c5 -- --",
             "2020\tblack\t64-0\twhite\te6f4e3f6g5d6e7f5c5papa",
             "(;GM[2]SZ[8];B[ef];W[fd];B[ec];W[ff];B[ge];W[df];B[eg];W[fe];B[ce];W[];B[])",
             "(;GM[2]SZ[8];B[ef];W[fd];B[ec];W[ff];B[ge];W[df];B[eg];W[fe];B[ce];B[];W[])",
             "(;GM[Othello]TY[8]BO[8 ---------------------------O*------*O--------------------"
             "------- *]B[E6]W[F4]B[E3]W[F6]B[G5]W[D6]B[E7]W[F5]B[C5]W[PA]B[PA//0.1];)",
         }) {
        CAPTURE(text);
        const TemporaryFile file(text);
        const GameFile read = read_games(file.path()).value();
        REQUIRE(read.problems.empty());
        REQUIRE(read.games.size() == 1);
        CHECK(read.games.front().moves() == shortest.moves());
        CHECK(read.games.front().position() == shortest.position());
    }
}

TEST_CASE("a damaged game of a base is reported in its place, and only the files read are listed") {
    std::string bytes = read_file(testing::data_path("wthor/WTH_1978.wtb")).value();
    bytes[16 + 7 * 68 + 8] = 9;
    const testing::TemporaryFile base(bytes);
    std::vector<bool> readable;
    std::string problem;
    GameFileReader reader(
        [&](const Parsed<Game>& game) {
            readable.push_back(game.has_value());
            if (!game) problem = game.error().message;
        },
        [](const std::string& other) { FAIL(other); }, [](const std::string& note) { FAIL(note); });
    REQUIRE(reader.read(base.path()));
    CHECK(readable == std::vector<bool>{true, true, true, true, true, true, true, false});
    CHECK(problem == fmt::format("'{}', game 8: 9 is not a move (byte 500)", base.path()));
    CHECK_FALSE(reader.read("/no/such/file"));
    CHECK(reader.files() == std::vector{base.path()});
}

TEST_CASE("a game that can't be read is reported with its place, and the others are read") {
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
        const GameFile read = read_games(file.path()).value();
        CHECK(read.games.size() == given.games);
        REQUIRE_FALSE(read.problems.empty());
        CHECK(read.problems.front().starts_with(fmt::format("'{}'", file.path())));
        CHECK(read.problems.front().find(given.problem) != std::string::npos);
    }
    const TemporaryFile binary(std::string(100, '\0'));
    CHECK(read_games(binary.path())->problems.size() == 1);
    CHECK(read_games("/no/such/file").error()
          == "cannot read '/no/such/file': No such file or directory");
}

TEST_CASE("the kind of a file follows from its contents, whatever its text looks like") {
    struct Case {
        std::string text;
        std::size_t games;
    };
    const std::vector<Case> cases = {
        {"(;FF[4]SZ[8];B[fe];W[df])\n(;GM[2];B[fe])", 2},
        {"(;CA[UTF-8]C[not GM[Othello\\]];B[fe];W[df])", 1},
        {"( ;B[fe];W[df])", 1},
        {"(;(;B[F5];W[D6])(;B[F5];W[F6]))", 1},
        {"(;B[F5]W[D6];)(;B[F5];)", 2},
        {"(;PB[Ed]PW[Al]B[F5/-1.5/2]W[D6];)", 1}, // names of two letters are no points
        {"(;GM[Othello]CO[not GM[2\\]]B[F5];)", 1},
        {"\xef\xbb\xbf(;GM[Othello]PB[J\xc3\xb6rg]B[F5];)", 1},
        {"\xef\xbb\xbf"
         "f5d6\r\nf5f6",
         2},
        {"f5d6\r\n1. f5 2. d6\r\nf5  d6\r\n1980  Cup  A  40-24  B  f5d6", 4},
        {"# smile (;\nf5d6\nf5f6", 2},
        {"1980  Cup  smile (;]  40-24  B  f5d6\nf5f6", 2},
        {"----------\n2. \nf5\n(;GM[Othello]B[F5];)", 1},
        {"% a comment\n1980\tCup\tJ\xc3\xb6rg\t40-24\tB\tf5d6", 1},
        {std::string("(;GM[Othello]PB[a\0b]B[F5];)\n", 28), 1},
    };
    for (const Case& given : cases) {
        CAPTURE(given.text);
        const TemporaryFile file(given.text);
        const GameFile read = read_games(file.path()).value();
        CHECK(read.games.size() == given.games);
        CHECK(read.problems.empty());
    }
}

TEST_CASE("the error for a file without games says what it is and which command reads it") {
    const std::string base = read_file(testing::data_path("wthor/WTH_1978.wtb")).value();
    std::string names(16 + 2 * 20, '\0');
    names[8] = 2;
    struct Case {
        std::string bytes;
        const char* problem;
    };
    const std::vector<Case> cases = {
        {"% FFO\n---------------------------OX------XO--------------------------- X; F5:+0;\n",
         "holds positions (OBF), no games; 'emilia solve' reads it"},
        {"--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO- X; smile (;\n% smile (;",
         "holds positions (OBF)"},
        // With more lines than NUL bytes, a packed book could be a text.
        {"EMILIABK\n\n\n", "is an opening book, which holds no games; 'emilia book' reads it"},
        {"EMILIAPO" + std::string(512, '\0'),
         "holds labelled positions, no games; 'emilia train' reads it"},
        {read_file(testing::data_path("edax/small-book.dat")).value(),
         "is a book in Edax's format, which holds no games; 'emilia book import' reads it"},
        {names, "holds names for WTHOR bases, no games"},
        {base.substr(0, base.size() - 5),
         "is not a complete WTHOR base: the header announces 8 games, but the file holds 7 "
         "and part of another (byte "
         "555)"},
        {base + "x",
         "is not a complete WTHOR base: the header announces 8 games, but the file continues"},
        {std::string("f5\0d6", 5), "is neither a WTHOR base nor text: byte 2 is NUL"},
    };
    for (const Case& given : cases) {
        CAPTURE(given.problem);
        const TemporaryFile file(given.bytes);
        const GameFile read = read_games(file.path()).value();
        CHECK(read.games.empty());
        REQUIRE(read.problems.size() == 1);
        CHECK(read.problems.front().find(given.problem) != std::string::npos);
    }
}

TEST_CASE("a game may take several lines, and a list of one game a line stays a list") {
    struct Case {
        std::string text;
        std::vector<std::string> games;
    };
    const std::vector<Case> cases = {
        {"1. f5 d6\n2. c3 d3\n", {"f5d6c3d3"}},
        {"1. f5 d6\n\n2. c3\n3. c4\n", {"f5d6c3", "c4"}}, // 3 is not the next number
        {"1. f5\n2. d6\n3. c3\n", {"f5d6c3"}},
        {"f5\nd6\nc3\n", {"f5d6c3"}},
        {"f5\nd6\nc4\nd3\n", {"f5d6c4d3"}}, // c4 and d3 could begin games, too
        {"1. f5\n1... d6\n2. c4\n", {"f5d6c4"}},
        {"d3\nc4\n", {"d3", "c4"}}, // white can't answer with c4
        {"f5 d6\nc4\n", {"f5d6", "c4"}},
        {"1. f5 d6 2. c3\nd3 3. c4\n", {"f5d6c3d3c4"}},
        {"f5d6c3\nd3c4f4\n", {"f5d6c3d3c4f4"}}, // no game of its own
        {"f5d6c3\nd3c5\n", {"f5d6c3", "d3c5"}},
        {"f5d6\n1. f5 2. d6\nf5  d6\n", {"f5d6", "f5d6", "f5d6"}},
        {"1. f5d6c3d3\n2. c4c3d3\n3. f5f6\n", {"f5d6c3d3", "c4c3d3", "f5f6"}}, // numbers of games
        {"1. f5 d6 38-26\n1. f5 f6\n33-31\n", {"f5d6", "f5f6"}},
        {"f5d6 *\nc3\n", {"f5d6"}}, // and an error: the game has ended
    };
    for (const Case& given : cases) {
        CAPTURE(given.text);
        const TemporaryFile file(given.text);
        std::vector<std::string> games;
        const GameFile read = read_games(file.path()).value();
        for (const Game& game : read.games) games.push_back(to_string(moves_of(game)));
        CHECK(games == given.games);
    }
}

TEST_CASE("a game that goes wrong in a later line is an error as a whole") {
    struct Case {
        const char* text;
        std::size_t games;
        const char* problem;
    };
    const std::vector<Case> cases = {
        {"1. f5 d6\n2. c3 a1\n3. c4\n1. f5 f6\n", 1, "line 2: move 4: a1 is not a legal move"},
        {"1. f5 d6\n2. z9 d3\n", 0, "line 2: move 3: 'z9' is not a square or a pass"},
        {"f5\nd6\nc3x\n", 1, "line 3: "},
        {"f5\nd6 c3 a1\n", 0, "line 2: move 4: a1 is not a legal move for white"},
    };
    for (const Case& given : cases) {
        CAPTURE(given.text);
        const TemporaryFile file(given.text);
        const GameFile read = read_games(file.path()).value();
        CHECK(read.games.size() == given.games);
        REQUIRE(read.problems.size() == 1);
        CHECK(read.problems.front().find(given.problem) != std::string::npos);
    }
}

TEST_CASE("files in PGN, JSON and of boards with moves are read") {
    struct Case {
        std::string text;
        std::vector<std::string> games;
    };
    const std::string board = "---------------------------OX------XO--------------------------- X";
    const std::vector<Case> cases = {
        {"[Black \"A\"]\n\n1. f5 {smile (; and (;GM[2])} d6 *\n", {"f5d6"}},
        {"[Black \"A (;\"]\n\n1. f5 d6 *\n\n[Black \"B\"]\n\n1. e6 f4 2. c3 *\n",
         {"f5d6", "e6f4c3"}},
        {"{\"moves\":[{\"m\":\"f5\"},{\"m\":\"d6\"}]}\n", {"f5d6"}},
        {"{\"moves\":[{\"m\":\"f5\"}]}\n{\"moves\":[{\"m\":\"e6\"}]}\n", {"f5", "e6"}},
        {board + " f5\n" + board + " f5d6\n", {"f5", "f5d6"}},
        {board + "\n", {""}},
        {"8/8/8/3ox3/3xo3/8/8/8 x\nf5 d6\n", {"f5d6"}},
        {"C4c3   Diagonal Opening\nTiger | F5d6c3\n", {"c4c3", "f5d6c3"}},
    };
    for (const Case& given : cases) {
        CAPTURE(given.text);
        const TemporaryFile file(given.text);
        const GameFile read = read_games(file.path()).value();
        CHECK(read.problems.empty());
        std::vector<std::string> games;
        for (const Game& game : read.games) games.push_back(to_string(moves_of(game)));
        CHECK(games == given.games);
    }
}

TEST_CASE("what is left out of a file is said") {
    const TemporaryFile file(
        "(;GM[2];B[fe](;W[df])(;W[ff]))(;GM[2];B[fe](;W[df])(;W[ff])(;W[fd]))");
    const GameFile read = read_games(file.path()).value();
    CHECK(read.games.size() == 2);
    CHECK(read.problems.empty());
    CHECK(read.notes
          == std::vector{
              fmt::format("'{}': 3 variations left out; only the first one of each game is "
                          "read",
                          file.path())});
    const TemporaryFile unknown("(;GM[2]CA[EBCDIC]PB[\xe9];B[fe])");
    CHECK(
        read_games(unknown.path())->notes
        == std::vector{fmt::format("'{}': CA[EBCDIC] can't be decoded here, so names may be wrong; "
                                   "convert the file to UTF-8",
                                   unknown.path())});
}

TEST_CASE("a file in Shift_JIS is decoded before its brackets are looked for") {
    const TemporaryFile file("(;GM[2]CA[Shift_JIS]PB[\x83\x5c]PW[\x83\x5d];B[fe])"
                             "(;GM[2]CA[Shift_JIS]PB[\x83\x5c]PW[b];B[fe];W[df])");
    const GameFile read = read_games(file.path()).value();
    CHECK(read.problems.empty());
    REQUIRE(read.games.size() == 2);
    CHECK(read.games[0].black_name == "\xe3\x82\xbd");
    CHECK(read.games[0].white_name == "\xe3\x82\xbe");
    CHECK(read.games[1].white_name == "b");
}

TEST_CASE("a file in UTF-16 is read") {
    std::string bytes = "\xff\xfe";
    for (const char character : std::string("(;GM[Othello]PB[a]B[F5];)")) {
        bytes += character;
        bytes += '\0';
    }
    const TemporaryFile file(bytes);
    CHECK(read_games(file.path())->games.front().black_name == "a");
}

TEST_CASE("a stray NUL byte or an endless line costs one game of a text") {
    const TemporaryFile nul(std::string("f5d6\nf5\0d6\nf5f6\n", 16));
    const GameFile read = read_games(nul.path()).value();
    CHECK(read.games.size() == 2);
    REQUIRE(read.problems.size() == 1);
    CHECK(read.problems.front().ends_with("line 2: there is a NUL byte in the text"));
    const TemporaryFile wide(fmt::format("f5d6\n{}\nf5f6", std::string(1 << 20, 'x')));
    CHECK(read_games(wide.path())->games.size() == 2);
    CHECK(read_games(wide.path())->problems.size() == 1);
}
