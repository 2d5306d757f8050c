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

TEST_CASE("no limit is known before the client tells one, nor by settings that mean none") {
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

TEST_CASE("a main time runs down with each side's own moves, to zero and not below") {
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

TEST_CASE("Canadian byo-yomi: after the main time periods of so many moves, each begun anew") {
    GtpClocks clocks;
    clocks.set({60, 30, 3});
    // The share of a period that each move still has after the main time.
    CHECK(clock_of(clocks, Color::white).seconds == 60);
    CHECK(clock_of(clocks, Color::white).increment == 10);
    clocks.spend(Color::white, 61);
    CHECK(clock_of(clocks, Color::white).seconds == 30);
    CHECK(clock_of(clocks, Color::white).moves == 3);
    clocks.spend(Color::white, 20);
    CHECK(clock_of(clocks, Color::white).seconds == 10);
    CHECK(clock_of(clocks, Color::white).moves == 2);
    clocks.spend(Color::white, 1);
    clocks.spend(Color::white, 1);
    CHECK(clock_of(clocks, Color::white).seconds == 30);
    CHECK(clock_of(clocks, Color::white).moves == 3);
    CHECK(clock_of(clocks, Color::black).seconds == 60);
}

TEST_CASE("without a main time the periods begin at once") {
    GtpClocks clocks;
    clocks.set({0, 15, 1});
    for (int move = 0; move < 3; ++move) {
        CHECK(clock_of(clocks, Color::black).seconds == 15);
        CHECK(clock_of(clocks, Color::black).moves == 1);
        clocks.spend(Color::black, 14);
    }
}

TEST_CASE("what a client says is left counts, also without settings and below zero") {
    GtpClocks clocks;
    clocks.set_left(Color::white, 7.5, 2);
    CHECK(clock_of(clocks, Color::white).seconds == 7.5);
    CHECK(clock_of(clocks, Color::white).moves == 2);
    CHECK_FALSE(clocks.clock(Color::black));
    clocks.spend(Color::white, 1);
    CHECK(clock_of(clocks, Color::white).moves == 1);
    clocks.spend(Color::white, 1);
    CHECK_FALSE(clocks.clock(Color::white)); // a period that only the client knows
    clocks.set_left(Color::black, -3, 0);
    CHECK(clock_of(clocks, Color::black).seconds == 0);
}
