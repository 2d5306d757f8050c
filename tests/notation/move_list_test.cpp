#include "engine/notation/move_list.h"
#include "engine/notation/position.h"
#include "tests/catch.h"
#include "tests/notation/notation_test.h"

#include <string>

using namespace emilia;
using testing::Random;
using testing::squares_played;

namespace {

const Position black_must_pass{{bit(Square::b1), bit(Square::a1)}, Color::black};

const std::vector<Square> opening = {Square::f5, Square::d6, Square::c3, Square::d3, Square::c4};

} // namespace

TEST_CASE("moves are written in lower case without gaps, passes as pa") {
    CHECK(to_string(opening) == "f5d6c3d3c4");
    CHECK(to_string({Square::f5, Square::pass, Square::d6}) == "f5pad6");
    CHECK(to_string(std::vector<Square>{}).empty());
}

TEST_CASE("move lists of every style are read as the same game") {
    for (const char* text :
         {"f5d6c3d3c4", "F5D6C3D3C4", "f5 d6 c3 d3 c4", "F5-d6-C3-d3-C4",
          " f5,d6, c3 ,\td3\r\nc4\n", "1. f5 d6 2. c3 d3 3. c4", "1.f5 2.d6 3.c3 4.d3 5.c4",
          "1.f5d62.c3d33.c4", "1. f5 1... d6 2. c3 2... d3 3. c4", "--f5--d6 c3 d3-c4-",
          "f5-- d6 --c3 d3--c4", "f5d6 c3d3\n\nc4"}) {
        CAPTURE(text);
        const Parsed<Game> game = parse_moves(text);
        REQUIRE(game);
        CHECK(squares_played(*game) == opening);
    }
}

TEST_CASE("a text without moves is a game without moves") {
    for (const char* text : {"", " \n\t", "1.", "-", ",,"}) {
        CAPTURE(text);
        const Parsed<Game> game = parse_moves(text);
        REQUIRE(game);
        CHECK(game->moves().empty());
    }
}

TEST_CASE("a forced pass may be left out or written in any way") {
    const std::vector<Square> moves = {Square::pass, Square::c1};
    for (const char* text :
         {"c1", "pac1", "PASS c1", "pa-c1", "passc1", "-- c1", "--,c1", "1. -- c1"}) {
        CAPTURE(text);
        const Parsed<Game> game = parse_moves(text, black_must_pass);
        REQUIRE(game);
        CHECK(squares_played(*game) == moves);
        CHECK(game->moves().back().color == Color::white);
    }
    for (const char* text : {"pa", "--", "pass"}) {
        CAPTURE(text);
        const Parsed<Game> game = parse_moves(text, black_must_pass);
        REQUIRE(game);
        CHECK(squares_played(*game) == std::vector<Square>{Square::pass});
    }
}

TEST_CASE("a list that cannot be played says which move is wrong, why and where") {
    struct Case {
        std::string text;
        Position start;
        std::string message;
        std::size_t offset;
    };
    const Case cases[] = {
        {"e1", {}, "move 1: e1 is not a legal move for black", 0},
        {"f5 d6 c3 d3 e1", {}, "move 5: e1 is not a legal move for black", 12},
        {"f5f5", {}, "move 2: f5 is not a legal move for white", 2},
        {"f5 pa", {}, "move 2: white cannot pass, it has a move", 3},
        {"f5 -- d6", {}, "move 2: white cannot pass, it has a move", 3},
        {"f5 x9y8 d6", {}, "move 2: 'x9y8' is not a square or a pass", 3},
        {"f5 d", {}, "move 2: 'd' is not a square or a pass", 3},
        {"f5d6c", {}, "move 3: 'c' is not a square or a pass", 4},
        {"f5 33", {}, "move 2: '33' is not a square or a pass", 3},
        {"f\t5", {}, "move 1: 'f' is not a square or a pass", 0},
        {"f5\x01\xff", {}, "move 2: '\\x01\\xff' is not a square or a pass", 2},
        {"c1 d1", black_must_pass, "move 2: the game is over", 3},
        {"pa pa", black_must_pass, "move 2: white cannot pass, it has a move", 3},
    };
    for (const Case& c : cases) {
        CAPTURE(c.text);
        const Parsed<Game> game = parse_moves(c.text, c.start);
        REQUIRE_FALSE(game);
        CHECK(game.error().message == c.message);
        CHECK(game.error().offset == c.offset);
    }
}

TEST_CASE("the published XOT openings are eight legal moves each and read back as they are") {
    const std::vector<std::string> lines = testing::lines_of("xot-sample.txt");
    REQUIRE(lines.size() == 200);
    for (const std::string& line : lines) {
        CAPTURE(line);
        const Parsed<Game> game = parse_moves(line);
        REQUIRE(game);
        REQUIRE(game->moves().size() == 8);
        REQUIRE(to_string(squares_played(*game)) == line);
    }
}

TEST_CASE("random games read back from their move lists, with passes written or left out") {
    Random random(41);
    int passes = 0;
    for (int i = 0; i < 300; ++i) {
        const Game game = testing::random_played_game(random);
        const std::vector<Square> moves = squares_played(game);
        std::string without_passes;
        for (const Square move : moves) {
            passes += move == Square::pass ? 1 : 0;
            without_passes += move == Square::pass ? "" : to_string(move) + ' ';
        }
        const Parsed<Game> full = parse_moves(to_string(moves));
        REQUIRE(full);
        REQUIRE(*full == game);
        REQUIRE(parse_moves(without_passes) == game);
    }
    CHECK(passes > 50);
}

TEST_CASE("a truncated or damaged move list is read or refused") {
    const std::string text = "1. f5 d6 2. c3-d3, 3. C4 pass";
    const auto parse = [](const std::string& moves) { return parse_moves(moves); };
    CHECK(testing::survives_truncation(text, parse));
    CHECK(testing::survives_damage(text, parse));
}
