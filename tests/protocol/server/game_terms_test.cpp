#include "protocol/server/game_terms.h"
#include "tests/catch.h"

using namespace emilia::ggs;

TEST_CASE("times are read") {
    CHECK(parse_time("5:00") == 300.0);
    CHECK(parse_time("00:07") == 7.0);
    CHECK(parse_time("1:0") == 60.0);
    CHECK(parse_time("2:00:30") == 7230.0);
    CHECK(parse_time("1.02:00:00") == 93600.0);
    CHECK(parse_time("-00:03") == -3.0);
    CHECK(parse_time("90:00") == 5400.0);
}

TEST_CASE("what is no time is an error that quotes it") {
    for (const char* text : {"", "5", "5:", ":5", "a:b", "1:2:3:4", "1.5", "5:0x", "+5:00",
                             "--5:00", "5:00 ", "12345:00", "1..2:00", "5:-1", ".5:00"}) {
        CAPTURE(text);
        const auto time = parse_time(text);
        REQUIRE_FALSE(time);
        CHECK(time.error().message == std::string("'") + text + "' is not a time, as in 5:00");
    }
}

TEST_CASE("clocks are read, in challenges and beside boards") {
    CHECK(parse_clock("01:00//02:00") == ClockState{60, 0, 120});
    CHECK(parse_clock("5:00") == ClockState{300, 0, 0});
    CHECK(parse_clock("5:00/0:03") == ClockState{300, 3, 0});
    CHECK(parse_clock("5:00/0:03/1:00") == ClockState{300, 3, 60});
    CHECK(parse_clock("00:56,1:0//02:00,1:0") == ClockState{56, 0, 120});
    CHECK(parse_clock("-00:02,30:0//01:00,0:0") == ClockState{-2, 0, 60});
}

TEST_CASE("what is no clock is an error") {
    for (const char* text : {"", "/", "//02:00", "soon", "1:00/x", "1:00/1:00/1:00/1:00", "5"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_clock(text));
    }
}

TEST_CASE("times are written") {
    CHECK(time_text(0) == "0:00");
    CHECK(time_text(65) == "1:05");
    CHECK(time_text(3600) == "1:00:00");
    CHECK(time_text(-1) == "0:00");
}

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
    for (const char* text : {"8", "8b", "s8", "s8r4", "s8r48", "s8r20"}) {
        CAPTURE(text);
        CHECK_FALSE(why_unplayable(*parse_game_type(text)));
    }
    for (const char* text :
         {"10", "6", "8k", "8a", "8ka", "10r20", "s8r3", "s8r49", "s8kr20", "8r20"}) {
        CAPTURE(text);
        CHECK(why_unplayable(*parse_game_type(text)));
    }
}
