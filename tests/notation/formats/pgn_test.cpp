#include "engine/notation/formats/pgn.h"
#include "engine/notation/move_list.h"
#include "tests/catch.h"
#include "tests/notation/notation_test.h"

#include <fmt/format.h>

using namespace emilia;
using testing::Random;

namespace {

Parsed<Game> parse(std::string_view text) {
    return parse_pgn(text).map([](PgnGame&& read) { return std::move(read.game); });
}

} // namespace

TEST_CASE("a PGN game is read with its tags, comments, passes and wrapped lines") {
    const auto read =
        parse_pgn("[Event \"Cup \\\"A\\\"\"]\n[Site \"Paris\"]\r\n[Date \"2011.05.??\"]\n"
                  "[Round \"?\"]\n[Black \"B\"] [White \"?\"]\n[BlackElo \"1800\"]\n"
                  "[Result \"38-26\"]\n[TimeControl \"300+5\"]\n\n"
                  "% a line for programs\n1. f5 {the tiger} d6 (1... f6) 2. c3 d3\n"
                  "3. c4! ; the rest of the line\n38-26\n");
    REQUIRE(read);
    const Game& game = read->game;
    CHECK(game.event == "Cup \"A\"");
    CHECK(game.place == "Paris");
    CHECK(game.date == "2011.05");
    CHECK(game.black_name == "B");
    CHECK(game.white_name.empty());
    CHECK(game.black_rating == "1800");
    CHECK(game.result == result_of_lead(12));
    CHECK(game.time == TimeControl{300, 5});
    CHECK(to_string(moves_of(game)) == "f5d6c3d3c4");
    CHECK(read->variations == 1);
}

TEST_CASE("a PGN game may begin at a board in any form") {
    const auto game = parse("[SetUp \"1\"]\n[FEN \"8/8/8/8/8/8/8/ox6 o\"]\n\n1. c8 *");
    REQUIRE(game);
    CHECK(game->start().to_move == Color::white);
    CHECK(game->moves().size() == 1);
    const auto passing = parse("[FEN \"8/8/8/8/8/8/8/ox6 x\"]\n\n1. -- c8 0-1");
    REQUIRE(passing);
    CHECK(to_string(moves_of(*passing)) == "pac8");
    CHECK(passing->result == GameResult{.winner = Color::white});
}

TEST_CASE("a PGN game that cannot be read says why and where") {
    struct Case {
        const char* text;
        const char* message;
        std::size_t offset;
    };
    const Case cases[] = {
        {"[Black \"A\"]\n1. f5 a1", "move 2: a1 is not a legal move for white", 18},
        {"[Black \"A\"]\n1. f5 {d6", "move 2: '{d6' is not a square or a pass", 18},
        {"[FEN \"8/8/8/3ox3/3xo3/8/8/8\"]\n*", whose_move.data(), 0},
    };
    for (const Case& c : cases) {
        CAPTURE(c.text);
        const auto game = parse_pgn(c.text);
        REQUIRE_FALSE(game);
        CHECK(game.error().message == c.message);
        CHECK(game.error().offset == c.offset);
    }
}

TEST_CASE("the games of a PGN file begin with their tags") {
    const std::string text =
        "from a server\n[Black \"A\"]\n\n1. f5 *\n\n[Black \"B\"]\n[White \"C\"]\n"
        "1. e6 *\n[Black \"D\"]\n*\n";
    PgnCutter cutter(text);
    std::vector<std::string> names;
    while (const auto part = cutter.next()) names.push_back(parse(part->text)->black_name);
    CHECK(names == std::vector<std::string>{"A", "B", "D"});
}

TEST_CASE("a PGN game is written as other programs write it") {
    Game game = *parse_moves("f5d6c3d3c4");
    game.black_name = "A \"x\" \\";
    game.date = "1980";
    game.result = result_of_lead(12);
    CHECK(to_pgn(game)
          == "[Event \"?\"]\n[Site \"?\"]\n[Date \"1980.??.??\"]\n"
             "[Black \"A \\\"x\\\" \\\\\"]\n[White \"?\"]\n[Result \"38-26\"]\n\n"
             "1. f5 d6 2. c3 d3 3. c4 38-26\n");
}

TEST_CASE("random games read back from PGN as they were, with names, results and any start") {
    Random random(54);
    for (int i = 0; i < 300; ++i) {
        Game game = testing::random_record(random, i);
        if (i % 3 != 2) game.date = i % 3 == 0 ? "1980" : "1980-05-01";
        if (i % 5 == 0) game.komi = -3.133;
        if (i % 5 == 1) game.time = TimeControl{300.5, i % 2 * 2.0};
        if (i % 8 == 5) game.result = result_of_lead(-22.87);
        const std::string text = to_pgn(game);
        CAPTURE(text);
        REQUIRE(parse(text) == game);
    }
}

TEST_CASE("a truncated or damaged PGN game is read or refused") {
    const std::string text =
        "[Black \"A\"]\n[FEN \"8/8/8/3ox3/3xo3/8/8/8 x\"]\n1. f5 {a} d6 38-26\n";
    CHECK(testing::survives_truncation(text, parse));
    CHECK(testing::survives_damage(text, parse));
}
