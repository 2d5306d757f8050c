#include "engine/classic/iago/time_allocation.h"
#include "tests/catch.h"

using namespace emilia;
using namespace emilia::classic;

TEST_CASE("the moves of a game use up the time without the reserve") {
    for (const int first : {1, 2}) {
        double sum = 0;
        for (int move = first; move <= 60; move += 2) {
            CHECK(IagoClock::usual_allocation(move) >= 0);
            sum += IagoClock::usual_allocation(move) + 10; // the overhead
        }
        // A move whose share is less than its overhead gets 0, so the sum can be a little larger.
        CHECK(sum > 27.5 * 60 - 10);
        CHECK(sum < 27.5 * 60 + 100);
    }
}

TEST_CASE("the first move gets no time and the end of the midgame the most") {
    CHECK(IagoClock::usual_allocation(1) == 0);
    CHECK(IagoClock::usual_allocation(2) > 10);
    CHECK(IagoClock::usual_allocation(46) > 2 * IagoClock::usual_allocation(10));
    CHECK(IagoClock::usual_allocation(46) > IagoClock::usual_allocation(44));
    CHECK(IagoClock::usual_allocation(46) > IagoClock::usual_allocation(52));
}

TEST_CASE("each move's share of the time left is its part of what the curve has left") {
    // The sums of the curve over the side's moves from this one on.
    CHECK(iago_time_fraction(1) == Approx(0.05 / 32.04706));
    CHECK(iago_time_fraction(2) == Approx(0.6 / 32.25294));
    CHECK(iago_time_fraction(3) == Approx(0.8 / 31.99706));
    CHECK(iago_time_fraction(20) == Approx(1.0 / 24.5));
    CHECK(iago_time_fraction(40) == Approx(1.4 / 12.7));
    CHECK(iago_time_fraction(46) == Approx(2.2 / 7.7));
    CHECK(iago_time_fraction(48) == Approx(1.9 / 5.5));
    CHECK(iago_time_fraction(49) == Approx(1.75 / 4.5));
    CHECK(iago_time_fraction(54) == Approx(0.4 / 1.0));
}

TEST_CASE("no move takes all the time that is left") {
    for (const int move : {-1, 0, 1, 2, 30, 59, 60, 61}) {
        CHECK(iago_time_fraction(move) > 0);
        CHECK(iago_time_fraction(move) <= 0.4);
    }
}

TEST_CASE("the article's clock is divided as in the article") {
    IagoClock clock;
    double left = 30 * 60;
    for (int move = 2; move <= 60; move += 2) {
        const double seconds = clock.allocation(move, {.seconds = left});
        if (move < 56) CHECK(seconds == Approx(IagoClock::usual_allocation(move)).epsilon(0.001));
        left -= seconds + (seconds > 0 ? 10 : 0); // with the overhead
        CHECK(left > 0);
    }
}

TEST_CASE("another clock is divided in proportion") {
    IagoClock clock;
    CHECK(clock.allocation(2, {.seconds = 60}) == Approx(IagoClock::usual_allocation(2) / 30));
    // The time that move 2 did not use is left for the later moves.
    CHECK(clock.allocation(4, {.seconds = 60}) > IagoClock::usual_allocation(4) / 30);
}

TEST_CASE("an increment and a clock for a number of moves are used") {
    IagoClock clock;
    const double without = clock.allocation(20, {.seconds = 600});
    CHECK(clock.allocation(20, {.seconds = 600, .increment = 7}) == Approx(without + 7));
    CHECK(clock.allocation(40, {.seconds = 3, .increment = 7}) == Approx(7)); // only the increment
    CHECK(clock.allocation(40, {.seconds = 30, .moves = 3}) == Approx(10));
    CHECK(clock.allocation(40, {.seconds = 30, .moves = 0}) == Approx(30));
    CHECK(clock.allocation(40, {.seconds = -1, .moves = 1}) == 0);
}

TEST_CASE("a clock that has run down allots nothing") {
    IagoClock clock;
    CHECK(clock.allocation(1, {.seconds = 0}) == 0);
    CHECK(clock.allocation(59, {.seconds = -5}) == 0);
    clock.new_game();
    CHECK(clock.allocation(1, {.seconds = 1800}) == Approx(0.0).margin(1));
    CHECK(clock.allocation(31, {.seconds = 100}) == 0); // less than the reserve
}
