#include "protocol/play/clock_text.h"
#include "tests/catch.h"

using namespace emilia;

TEST_CASE("the time of a game is given in minutes, with or without seconds for each move") {
    struct Case {
        std::string text;
        double seconds;
        double increment;
    };
    const auto given = GENERATE(values<Case>({
        {"5", 300, 0},
        {"4:30", 270, 0},
        {"0:30+1", 30, 1},
        {"5+2.5", 300, 2.5},
        {"1440", 86400, 0},
    }));
    CAPTURE(given.text);
    const auto clock = parse_clock(given.text);
    REQUIRE(clock);
    CHECK(clock->seconds == given.seconds);
    CHECK(clock->increment == given.increment);
}

TEST_CASE("what is no time for a game is refused") {
    const auto text = GENERATE(
        values<std::string>({"", "0", "0+5", "-5", "5:", "5:60", "5:3", "x", "5+", "5+-1", "5+x",
                             "1441", "99999999999", "5m", "5:00:00", "5+4000", " 5"}));
    CAPTURE(text);
    const auto clock = parse_clock(text);
    REQUIRE_FALSE(clock);
    CHECK(clock.error().message.ends_with(
        "is no time for a game: give minutes, such as 5, 4:30 or 5+2"));
}

TEST_CASE("a clock shows minutes and seconds, and tenths at the end") {
    CHECK(clock_text(300) == "5:00");
    CHECK(clock_text(299.9) == "4:59");
    CHECK(clock_text(3661) == "61:01");
    CHECK(clock_text(10) == "0:10");
    CHECK(clock_text(9.99) == "9.9");
    CHECK(clock_text(0.04) == "0.0");
    CHECK(clock_text(-1) == "0.0");
}
