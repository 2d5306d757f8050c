#include "protocol/dialects/gtp_clocks.h"
#include "tests/catch.h"

using namespace emilia;

namespace {

GameClock clock_of(const GtpClocks& clocks, Color color) {
    const auto clock = clocks.clock(color);
    REQUIRE(clock);
    return *clock;
}

} // namespace

TEST_CASE("there is no clock before the client sets one, nor with settings that mean no limit") {
    GtpClocks clocks;
    CHECK_FALSE(clocks.clock(Color::black));
    clocks.spend(Color::black, 5);
    CHECK_FALSE(clocks.clock(Color::black));
    for (const GtpTimeSettings& none :
         {GtpTimeSettings{0, 0, 0}, GtpTimeSettings{0, 10, 0}, GtpTimeSettings{60, 10, 0}}) {
        clocks.set({60, 0, 0});
        clocks.set(none);
        CHECK_FALSE(clocks.clock(Color::black));
        CHECK_FALSE(clocks.clock(Color::white));
    }
}

TEST_CASE("each side's moves use up its main time, down to zero") {
    GtpClocks clocks;
    clocks.set({60, 0, 0});
    clocks.spend(Color::black, 12.5);
    CHECK(clock_of(clocks, Color::black).seconds == 47.5);
    CHECK(clock_of(clocks, Color::white).seconds == 60);
    CHECK_FALSE(clock_of(clocks, Color::black).moves);
    CHECK(clock_of(clocks, Color::black).increment == 0);
    clocks.spend(Color::black, 100);
    CHECK(clock_of(clocks, Color::black).seconds == 0);
    clocks.restart();
    CHECK(clock_of(clocks, Color::black).seconds == 60);
}

TEST_CASE("Canadian byo-yomi: after the main time come periods of N moves") {
    GtpClocks clocks;
    clocks.set({60, 30, 3});
    CHECK(clock_of(clocks, Color::white).seconds == 60);
    CHECK(clock_of(clocks, Color::white).increment == 0);
    CHECK(clock_of(clocks, Color::white).overtime == 10);
    clocks.spend(Color::white, 61);
    CHECK(clock_of(clocks, Color::white).seconds == 29); // that move was the first of the period
    CHECK(clock_of(clocks, Color::white).moves == 2);
    CHECK(clock_of(clocks, Color::white).overtime == 0);
    clocks.spend(Color::white, 20);
    CHECK(clock_of(clocks, Color::white).seconds == 9);
    CHECK(clock_of(clocks, Color::white).moves == 1);
    clocks.spend(Color::white, 1);
    CHECK(clock_of(clocks, Color::white).seconds == 30);
    CHECK(clock_of(clocks, Color::white).moves == 3);
    CHECK(clock_of(clocks, Color::black).seconds == 60);
}

TEST_CASE("a game that uses its time goes on from the main time to the periods, and loses none") {
    for (const GtpTimeSettings& settings :
         {GtpTimeSettings{60, 30, 3}, GtpTimeSettings{300, 20, 25}, GtpTimeSettings{10, 10, 1}}) {
        GtpClocks clocks;
        clocks.set(settings);
        const double share = settings.period_seconds / settings.period_stones;
        CAPTURE(settings.main_seconds);
        for (int empties = 60; empties > 20; empties -= 2) {
            const GameClock clock = clock_of(clocks, Color::black);
            const Allotment allotment = allot(clock, empties);
            CHECK(allotment.target > share / 2);
            CHECK(allotment.limit < clock.seconds + clock.overtime);
            clocks.spend(Color::black, allotment.target);
        }
        if (settings.main_seconds < 100) CHECK(clock_of(clocks, Color::black).moves);
    }
}

TEST_CASE("without a main time the periods start at once") {
    GtpClocks clocks;
    clocks.set({0, 15, 1});
    for (int move = 0; move < 3; ++move) {
        CHECK(clock_of(clocks, Color::black).seconds == 15);
        CHECK(clock_of(clocks, Color::black).moves == 1);
        clocks.spend(Color::black, 14);
    }
}

TEST_CASE("time_left sets the clock even without settings, and negative times count as zero") {
    GtpClocks clocks;
    clocks.set_left(Color::white, 7.5, 2);
    CHECK(clock_of(clocks, Color::white).seconds == 7.5);
    CHECK(clock_of(clocks, Color::white).moves == 2);
    CHECK_FALSE(clocks.clock(Color::black));
    clocks.spend(Color::white, 1);
    CHECK(clock_of(clocks, Color::white).moves == 1);
    clocks.spend(Color::white, 1);
    CHECK_FALSE(clocks.clock(Color::white)); // only the client knows the next period
    clocks.set_left(Color::black, -3, 0);
    CHECK(clock_of(clocks, Color::black).seconds == 0);
}
