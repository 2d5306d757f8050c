#include "engine/notation/formats/ggf.h"
#include "tests/catch.h"
#include "tests/notation/notation_test.h"

#include <string>
#include <vector>

#include <fmt/format.h>

using namespace emilia;
using testing::Random;

namespace {

std::vector<Parsed<Game>> ggf_games(std::string_view text) {
    return testing::every_game(text, Variations::none, parse_ggf);
}

const std::string start_64 = "---------------------------O*------*O---------------------------";

std::string with_property(const std::string& property) {
    return "(;GM[Othello]" + property + ";)";
}

} // namespace

TEST_CASE("event, place, date and result are read from GGF and written back") {
    const std::string text =
        "(;GM[Othello]PC[GGS/os]EV[Cup \\] 1]DT[2014-02-21 20:52:27 GMT]PB[a]PW[b]RE[-3.00:r]TY[8]"
        "BO[8 "
        + start_64 + " *]B[F5];)";
    const Parsed<Game> game = parse_ggf(text);
    REQUIRE(game);
    CHECK(game->place == "GGS/os");
    CHECK(game->event == "Cup ] 1");
    CHECK(game->date == "2014-02-21 20:52:27 GMT");
    CHECK(game->result == result_of_lead(-3, Ending::resigned));
    CHECK(to_ggf(*game)
          == "(;GM[Othello]PC[Cup \\] 1 @ GGS/os]DT[2014-02-21 20:52:27 GMT]PB[a]PW[b]RE[-3.00:r]"
             "TY[8]BO[8 "
                 + start_64 + " *]B[F5];)");
    CHECK(parse_ggf(to_ggf(*game)) == *game);
    CHECK(parse_ggf("(;RE[-3.00:r]EV[Cup \\] 1]B[F5]PW[b]DT[2014-02-21 20:52:27 GMT]PC[GGS/os]"
                    "PB[a];)")
          == *game);
}

TEST_CASE("the event is written into PC, because NBoard can't open a game with EV") {
    struct Case {
        std::string place;
        std::string event;
        std::string written;
    };
    for (const Case& c : std::vector<Case>{
             {"", "", "Emilia"},
             {"", "Cup", "Cup"},
             {"GGS/os", "", "GGS/os"},
             {"NBoard", "", "NBoard"},
             {"Paris", "", "@ Paris"},
             {"Paris", "Cup", "Cup @ Paris"},
             {"", "NBoard", "NBoard @ Emilia"},
             {"", "Emilia", "Emilia @ Emilia"},
             {"", "a @ b", "a @ b @ Emilia"},
             {"", "@ b", "@ b @ Emilia"},
             {"@", "@", "@ @ @"},
             {"y @", "", "@ y @"},
         }) {
        Game game;
        game.place = c.place;
        game.event = c.event;
        const std::string text = to_ggf(game);
        CAPTURE(text);
        CHECK(text.starts_with(fmt::format("(;GM[Othello]PC[{}]PB[", c.written)));
        CHECK(text.find("EV[") == std::string::npos);
        CHECK(parse_ggf(text) == game);
    }
    // As other programs write them.
    const auto read = [](const std::string& properties) {
        const Game game = parse_ggf(with_property(properties)).value();
        return std::pair(game.place, game.event);
    };
    using Texts = std::pair<std::string, std::string>;
    CHECK(read("PC[NBoard]") == Texts("NBoard", ""));
    CHECK(read("PC[World Championship 2016]") == Texts("", "World Championship 2016"));
    CHECK(read("PC[Paris]EV[Cup]") == Texts("Paris", "Cup"));
    CHECK(read("EV[Cup]PC[Paris]") == Texts("Paris", "Cup"));
    CHECK(read("EV[Cup]PC[Emilia]") == Texts("", "Cup"));
    CHECK(read("EV[Cup]PC[a @ Paris]") == Texts("Paris", "Cup"));
    CHECK(read("EV[Cup]PC[a @ b @ Emilia]") == Texts("", "Cup"));
    CHECK(read("EV[Cup]") == Texts("", "Cup"));
}

TEST_CASE(
    "no main time and no increment is no clock, and each player may have a clock of its own") {
    for (const char* none : {"TI[0]", "TI[0:00]", "TI[0//0]", "TI[0:00/0:00/0:00]", "TI[0//2:00]",
                             "TI[]", "TI[ ]", "TB[0]TW[0:00]"}) {
        const Parsed<Game> game = parse_ggf(with_property(none));
        CAPTURE(none);
        REQUIRE(game);
        CHECK_FALSE(game->time_of(Color::black));
        CHECK_FALSE(game->time_of(Color::white));
        CHECK(to_ggf(*game) == to_ggf(Game()));
    }
    const Game both = parse_ggf(with_property("TB[5:00]TW[1:00/0:02]")).value();
    CHECK(both.time_of(Color::black) == TimeControl{300, 0});
    CHECK(both.time_of(Color::white) == TimeControl{60, 2});
    CHECK(parse_ggf(to_ggf(both)) == both);
    const Game one = parse_ggf(with_property("TI[5:00]TW[1:00]")).value();
    CHECK(one.time_of(Color::black) == TimeControl{300, 0});
    CHECK(one.time_of(Color::white) == TimeControl{60, 0});
    CHECK(parse_ggf(to_ggf(one)) == one);
    CHECK(parse_ggf(with_property("TI[0/10]")).value().time == TimeControl{0, 10});
    CHECK_FALSE(parse_ggf(with_property("TB[soon]")));
}

TEST_CASE("no result, date or event keeps a GGF game from being read") {
    for (const char* property : {"RE[?]", "RE[]", "RE[nonsense]", "RE[+99999:x]", "DT[]",
                                 "DT[some day]", "EV[]", "TY[8r]", "TY[]", "PC[]"}) {
        CAPTURE(property);
        const Parsed<Game> game = parse_ggf(fmt::format("(;{}B[F5];)", property));
        REQUIRE(game);
        CHECK_FALSE(game->result);
        CHECK(game->moves().size() == 1);
    }
}

TEST_CASE("random games with events, dates and results read back from GGF") {
    Random random(52);
    for (int i = 0; i < 300; ++i) {
        Game game = testing::random_record(random, i);
        if (i % 4 != 0) {
            game.result = result_of_lead(testing::below(random, 129) - 64,
                                         static_cast<Ending>(testing::below(random, 5)));
        }
        REQUIRE(parse_ggf(to_ggf(game)) == game);
    }
}

TEST_CASE("every GGF game of a text is read, and a broken one takes no other with it") {
    const std::string good = "(;GM[Othello]PB[a (;b]B[F5]W[D6];)";
    struct Case {
        std::string text;
        std::vector<bool> read;
    };
    const std::vector<Case> cases = {
        {"", {}},
        {"no game (at all)", {}},
        {good + good, {true, true}},
        {fmt::format("An archive.\r\n{}\r\n 1 {}", good, good), {true, true}},
        {fmt::format("(;GM[Othello]B[F5]\n{}", good), {false, true}},
        {fmt::format("(;GM[Othello]PB[never closed\n{}", good), {false, true}},
        {fmt::format("(;GM[Othello]PB[never closed\\]\n{}", good), {false, true}},
        {fmt::format("(;B[F5];)(;B[F5]?;)(;B[A1];)(;B[F5]( ;B[F5];){}", good),
         {true, false, false, false, true, true}},
        {fmt::format("{}(;GM[Othello", good), {true, false}},
    };
    for (const Case& c : cases) {
        CAPTURE(c.text);
        const auto games = ggf_games(c.text);
        REQUIRE(games.size() == c.read.size());
        for (std::size_t i = 0; i < games.size(); ++i) {
            CAPTURE(i);
            CHECK(games[i].has_value() == c.read[i]);
        }
    }
    const auto second = ggf_games(good + "(;B[A1];)");
    REQUIRE(second.size() == 2);
    CHECK(second[1].error().offset == good.size() + 4);
}

TEST_CASE("a megabyte of openings or of one value is cut into games in no time") {
    constexpr int repeats = 300'000;
    std::string openings;
    std::string values;
    for (int i = 0; i < repeats; ++i) {
        openings += "(;";
        values += "(;A[";
    }
    CHECK(ggf_games(openings).size() == repeats);
    CHECK(ggf_games(values).size() == 1);
}

TEST_CASE("komi, the players' own clocks and the moves that chose the komi stay in a GGF record") {
    const std::string text = "(;GM[Othello]PC[GGS/os]PB[a]PW[b]RE[-22.87]KM[-3.133]TB[5:00//2:00]"
                             "TW[4:00]KB[f5/1.2]KW[d6 \\] x]TY[8]BO[8 "
                             "---------------------------O*------*O--------------------------- *]"
                             "B[F5];)";
    const Parsed<Game> game = parse_ggf(text);
    REQUIRE(game);
    CHECK(game->komi == -3.133);
    CHECK(game->result == result_of_lead(-22.87));
    CHECK(to_ggf(*game) == text);
    CHECK(parse_ggf("(;KM[?]B[F5];)")->komi == std::nullopt);
    CHECK(parse_ggf("(;RE[+67.50]KM[-3.5]B[F5];)")->result == result_of_lead(67.5));
}

TEST_CASE("a date in GGF may be in seconds since 1970") {
    CHECK(parse_ggf("(;DT[945277754];)")->date == "1999-12-15 17:09:14 GMT");
    for (const char* date :
         {"20120501", "1980", "2014-02-21 20:52:27 GMT", "99999999999", "-945277754"})
        CHECK(parse_ggf(fmt::format("(;DT[{}];)", date))->date == date);
}
