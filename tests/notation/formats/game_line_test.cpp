#include "engine/notation/formats/game_line.h"
#include "engine/notation/move_list.h"
#include "tests/catch.h"
#include "tests/notation/notation_test.h"

#include <fmt/format.h>

using namespace emilia;
using testing::Random;
using testing::squares_played;

namespace {

const std::vector<Square> opening = {Square::f5, Square::d6, Square::c3};

const std::string final_game =
    "1980  World Championship  Cerf Jonathan  44-20  Mimura Takuya  f5d6c3";

/// A name with every kind of character that a field may hold.
std::string odd_name(Random& random) {
    static const std::vector<std::string> names = {"",       "Cerf Jonathan", "44-20", "1980",
                                                   "?-?",    "f5d6",          "-",     "#1",
                                                   "% sure", "Bj\xc3\xb6rn",  "a;b]",  "1. f5"};
    return names[static_cast<std::size_t>(testing::below(random, static_cast<int>(names.size())))];
}

} // namespace

TEST_CASE("a line of a listing is read with all that it says") {
    for (const std::string& line :
         {final_game, fmt::format("  {}  \r", final_game),
          std::string("1980\tWorld Championship\tCerf Jonathan\t44-20\tMimura Takuya\tF5 D6 C3"),
          std::string("1980 \t World Championship   Cerf Jonathan     44-20  Mimura Takuya\t\t"
                      "1. f5 d6 2. c3")}) {
        CAPTURE(line);
        const Parsed<Game> game = parse_game_line(line);
        REQUIRE(game);
        CHECK(game->date == "1980");
        CHECK(game->event == "World Championship");
        CHECK(game->black_name == "Cerf Jonathan");
        CHECK(game->white_name == "Mimura Takuya");
        CHECK(game->result == result_of_lead(24));
        CHECK(squares_played(*game) == opening);
    }
}

TEST_CASE("date, event and names may be left out of a line, and what is not known may be marked") {
    struct Case {
        const char* line;
        const char* date;
        const char* event;
        const char* black;
        const char* white;
    };
    const Case cases[] = {
        {"World Cup  A  40-24  B  f5d6c3", "", "World Cup", "A", "B"},
        {"1999  A  40-24  B  f5d6c3", "1999", "", "A", "B"},
        {"2014-02-21 20:52  Cup  A  40-24  B  f5d6c3", "2014-02-21 20:52", "Cup", "A", "B"},
        {"Cup  round 3  A  40-24  B  f5d6c3", "", "Cup round 3", "A", "B"},
        {"A  40-24  B  f5d6c3", "", "", "A", "B"},
        {"?  ?  A  40-24  B  f5d6c3", "", "", "A", "B"},
        {"?  1999  A  40-24  B  f5d6c3", "", "1999", "A", "B"},
        {"1999  Cup  ?  40-24  ?  f5d6c3", "1999", "Cup", "", ""},
        {"A  40-24  f5d6c3", "", "", "A", ""},
        {"40-24  B  f5d6c3", "", "", "", "B"},
        {"40-24  f5d6c3", "", "", "", ""},
        {"30-34  40-24  30-34  f5d6c3", "", "", "30-34", "30-34"},
        {"A  40-24  B|  f5d6c3", "", "", "A", "B|"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.line);
        const Parsed<Game> game = parse_game_line(c.line);
        REQUIRE(game);
        CHECK(game->date == c.date);
        CHECK(game->event == c.event);
        CHECK(game->black_name == c.black);
        CHECK(game->white_name == c.white);
        CHECK(game->result == result_of_lead(16));
        CHECK(squares_played(*game) == opening);
    }
    const Parsed<Game> unknown = parse_game_line("A  ?-?  B  -");
    REQUIRE(unknown);
    CHECK_FALSE(unknown->result);
    CHECK(unknown->moves().empty());
}

TEST_CASE("a line of moves alone is a move list, whatever stands between them") {
    for (const char* line : {"f5d6c3", "f5  d6  c3", "F5\td6\tc3", "1. f5 2. d6 3. c3",
                             "1. f5  d6   2. c3", "f5-d6-c3", "  f5d6   c3 "}) {
        CAPTURE(line);
        const Parsed<Game> game = parse_game_line(line);
        REQUIRE(game);
        CHECK(squares_played(*game) == opening);
        CHECK(static_cast<const GameHeader&>(*game) == GameHeader{});
    }
}

TEST_CASE("an opening with its name is a game of that event") {
    for (const char* line : {"F5d6c3   No-Cat continuation", "No-Cat continuation   F5d6c3",
                             "No-Cat  |  1. F5 2. d6 3. c3", "f5d6c3 | No-Cat", "f5d6c3\tNo-Cat"}) {
        CAPTURE(line);
        const Parsed<Game> game = parse_game_line(line);
        REQUIRE(game);
        CHECK(game->event.starts_with("No-Cat"));
        CHECK(squares_played(*game) == opening);
    }
}

TEST_CASE("a line that is no game says why and where") {
    struct Case {
        const char* line;
        const char* message;
        std::size_t offset;
    };
    const Case cases[] = {
        {"f5a1", "move 2: a1 is not a legal move for white", 2},
        {"f5  a1", "move 2: a1 is not a legal move for white", 4},
        {"Cerf", "move 1: 'Cerf' is not a square or a pass", 0},
        {"f5  a1  Cerf", "move 2: a1 is not a legal move for white", 4},
        {"f5a1  Cerf", "move 2: a1 is not a legal move for white", 2},
        {"A  40-24  B  f5a1", "move 2: a1 is not a legal move for white", 15},
        {"1980  Cup  A  40-24  B  moves", "move 1: 'moves' is not a square or a pass", 24},
        {"A  B  f5d6", "there is no score, such as 44-20 or ?-?, between the players' names", 0},
        {"A  65-0  B  f5d6", "there is no score, such as 44-20 or ?-?, between the players' names",
         0},
    };
    for (const Case& c : cases) {
        CAPTURE(c.line);
        const Parsed<Game> game = parse_game_line(c.line);
        REQUIRE_FALSE(game);
        CHECK(game.error().message == c.message);
        CHECK(game.error().offset == c.offset);
    }
}

TEST_CASE("a game is written as a listing shows it, or as moves where nothing is known of it") {
    Game game = *parse_moves("f5d6c3");
    CHECK(to_game_line(game) == "f5d6c3");
    game.black_name = "Cerf\tJonathan ";
    CHECK(to_game_line(game) == "?  ?  Cerf Jonathan  ?-?  ?  f5d6c3");
    game = *parse_game_line(final_game);
    CHECK(to_game_line(game) == final_game);
    CHECK(to_game_line(Game()) == "-");
    CHECK(to_game_line(*parse_game_line("f5d6 1-0")) == "f5d6"); // a listing names no bare winner
    const std::string wiped_out = "1980  ?  Alice  13-0  Bob  e6f4e3f6g5d6e7f5c5";
    CHECK(to_game_line(*parse_game_line(wiped_out)) == wiped_out);
    CHECK_FALSE(to_game_line(Game(Position{}.after(Square::f5))));
}

TEST_CASE("random games with odd names read back from their lines") {
    Random random(71);
    for (int i = 0; i < 300; ++i) {
        Game game = testing::random_played_game(random);
        game.black_name = odd_name(random);
        game.white_name = odd_name(random);
        game.event = odd_name(random);
        if (i % 3 != 0) game.date = i % 3 == 1 ? "1980" : "2014-02-21 20:52:27 GMT";
        if (i % 2 == 0) game.result = result_of_lead(testing::below(random, 129) - 64);
        const auto line = to_game_line(game);
        REQUIRE(line);
        CAPTURE(*line);
        REQUIRE(parse_game_line(*line) == game);
    }
}

TEST_CASE("names of a listing that are not UTF-8 are read as Latin-1") {
    const auto game = parse_game_line("1980  C\xf4t\xe9  M\xfcller  40-24  \xc3\xa9\x7f  f5");
    REQUIRE(game);
    CHECK(game->event == "C\xc3\xb4t\xc3\xa9");
    CHECK(game->black_name == "M\xc3\xbcller");
    CHECK(game->white_name == "\xc3\xa9");
    CHECK(parse_game_line(*to_game_line(*game)) == *game);
}

TEST_CASE("a truncated, damaged or endless line is read or refused") {
    const auto parse = [](const std::string& line) { return parse_game_line(line); };
    CHECK(testing::survives_truncation(final_game, parse));
    CHECK(testing::survives_damage(final_game, parse));
    constexpr std::size_t megabyte = 1 << 20;
    CHECK_FALSE(parse_game_line(std::string(megabyte, 'x')));
    CHECK_FALSE(parse_game_line(std::string(megabyte, '1')));
    const auto wide = parse_game_line(fmt::format("A  40-24  B{}f5", std::string(megabyte, ' ')));
    REQUIRE(wide);
    CHECK(wide->white_name == "B");
}

TEST_CASE(
    "control characters in a listing's names are blanks, and a name of nothing else is none") {
    const std::string nul(1, '\0');
    const auto nameless = parse_game_line(fmt::format("?  ?-?\t{}  -", nul));
    REQUIRE(nameless);
    CHECK(nameless->white_name.empty());
    CHECK(to_game_line(*nameless) == "-");
    const auto named = parse_game_line(fmt::format("a\x01{}b  40-24  c\x7f  f5", nul));
    REQUIRE(named);
    CHECK(named->black_name == "a b");
    CHECK(named->white_name == "c");
}
