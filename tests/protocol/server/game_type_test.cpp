#include "protocol/server/game_type.h"
#include "tests/catch.h"

using namespace emilia::ggs;

TEST_CASE("types of games are read") {
    CHECK(parse_game_type("8") == GameType{});
    CHECK(parse_game_type("8b") == GameType{.color = ChallengerColor::black});
    CHECK(parse_game_type("8w") == GameType{.color = ChallengerColor::white});
    CHECK(parse_game_type("8?") == GameType{});
    CHECK(parse_game_type("8r20") == GameType{.random_discs = 20});
    CHECK(parse_game_type("s8r20") == GameType{.synchro = true, .random_discs = 20});
    CHECK(parse_game_type("10") == GameType{.size = 10});
    CHECK(parse_game_type("s8kr20") == GameType{.synchro = true, .komi = true, .random_discs = 20});
    CHECK(parse_game_type("8a") == GameType{.anti = true});
}

TEST_CASE("what is no type of a game is an error that quotes it") {
    for (const char* text :
         {"",    "s",  "b",    "x8", "8r",    "8x",  "8r20x", "8 b", "1234",    "8r1234",
          "ss8", "-8", "8r-1", "08", "8r020", "8bb", "8bw",   "8?b", "8r20r20", "8kk"}) {
        CAPTURE(text);
        const auto type = parse_game_type(text);
        REQUIRE_FALSE(type);
        CHECK(type.error().message.find(std::string("'") + text + "'") == 0);
    }
}

TEST_CASE("only games of Othello on the usual board are playable") {
    for (const char* text : {"8", "8b", "s8", "8r4", "8r63", "s8r20"}) {
        CAPTURE(text);
        CHECK_FALSE(why_unplayable(*parse_game_type(text)));
    }
    for (const char* text : {"10", "6", "8k", "8a", "8ka", "10r20", "8r3", "8r64", "s8kr20"}) {
        CAPTURE(text);
        CHECK(why_unplayable(*parse_game_type(text)));
    }
}
