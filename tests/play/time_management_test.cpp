#include "engine/play/time_management.h"
#include "tests/catch.h"

#include <algorithm>
#include <cmath>

using namespace emilia;

namespace {

constexpr Allotment allotment{.target = 10, .limit = 25};
constexpr Iteration midgame{SearchMethod::midgame, 20, Confidence::low};

Iteration to_the_end(int empties, Confidence confidence) {
    return {SearchMethod::exact, empties, confidence};
}

Line line(Square move, double discs) {
    Line result;
    result.move = move;
    result.value = Score::from_hundredths(static_cast<int>(100 * discs));
    return result;
}

/// Reports iterations that take no time, then returns the first time that is enough.
double enough_at(ThinkingTime& thinking, const Line& best) {
    // Each call counts as an iteration, so ask a copy.
    for (double seconds = 0;; seconds += 0.1) {
        ThinkingTime copy = thinking;
        if (copy.enough(best, seconds, midgame, midgame)) return seconds;
    }
}

double after(const std::vector<Line>& iterations) {
    ThinkingTime thinking(allotment);
    for (std::size_t i = 0; i + 1 < iterations.size(); ++i)
        CHECK_FALSE(thinking.enough(iterations[i], 0.01, midgame, midgame));
    return enough_at(thinking, iterations.back());
}

} // namespace

TEST_CASE("a move never gets more time than the clock has") {
    for (const double seconds : {0.0, 0.01, 0.02, 0.05, 0.5, 1.0, 10.0, 300.0, 1e6}) {
        for (const double increment : {0.0, 0.1, 10.0}) {
            for (int empties = 0; empties <= 60; ++empties) {
                const Allotment allotment =
                    allot({.seconds = seconds, .increment = increment}, empties);
                CAPTURE(seconds, increment, empties);
                CHECK(allotment.target >= 0);
                CHECK(allotment.limit >= allotment.target);
                if (seconds > 0) CHECK(allotment.limit < seconds);
            }
        }
    }
}

TEST_CASE("a game in which every move uses its limit stays within the clock") {
    for (const double start : {0.5, 1.0, 10.0, 900.0}) {
        for (const double overhead : {0.0, 0.002}) {
            double left = start;
            for (int empties = 60; empties > 0; empties -= 2) {
                const Allotment allotment = allot({.seconds = left}, empties);
                left -= allotment.limit + overhead;
                CAPTURE(start, overhead, empties);
                REQUIRE(left > 0);
            }
        }
    }
}

TEST_CASE("a game clock gives the middle of the game a fair share") {
    const Allotment opening = allot({.seconds = 300}, 58);
    CHECK(opening.target > 300.0 / 60);
    CHECK(opening.limit < 300.0 / 4);
    // With fewer moves to come, a move may take a larger share of the time left.
    CHECK(allot({.seconds = 300}, 20).target > opening.target);
}

TEST_CASE("a move leaves at least half of the clock to the following moves") {
    for (int empties = 4; empties <= 60; ++empties) {
        CHECK(allot({.seconds = 60}, empties).limit <= 30);
    }
}

TEST_CASE("the increment is spent, and the time of a period is divided among its moves") {
    CHECK(allot({.seconds = 60, .increment = 5}, 40).target
          > allot({.seconds = 60}, 40).target + 2);
    const Allotment one_left = allot({.seconds = 15, .moves = 1}, 40);
    CHECK(one_left.limit > 10);
    CHECK(one_left.limit < 15);
    CHECK(allot({.seconds = 300, .moves = 10}, 50).limit < 100);
}

TEST_CASE("the sooner the game can be solved, the more time the moves before that get") {
    const GameClock clock{.seconds = 60};
    CHECK(allot(clock, 50, 0, 24).target > 1.2 * allot(clock, 50, 0, 14).target);
    CHECK(allot(clock, 14, 0, 24).target == allot(clock, 14, 0, 14).target);
    double left = 60;
    for (int empties = 60; empties > 0; empties -= 2) {
        left -= allot({.seconds = left}, empties, 0, 24).limit;
        REQUIRE(left > 0);
    }
}

TEST_CASE("time that no later move can use is used") {
    const Allotment last_of_period = allot({.seconds = 3, .moves = 1}, 40);
    CHECK_FALSE(last_of_period.keeps);
    CHECK(last_of_period.target == last_of_period.limit);
    CHECK_FALSE(allot({.seconds = 0, .overtime = 3}, 40).keeps);
    CHECK(allot({.seconds = 3, .moves = 2}, 40).keeps);
    CHECK(allot({.seconds = 3, .overtime = 3}, 40).keeps);
    CHECK(allot({.seconds = 3}, 40).keeps);
    CHECK(allot({.seconds = 3, .moves = 1}, 1).keeps); // the game ends
}

TEST_CASE("moves behind the end of a period keep no time of it") {
    CHECK(allot({.seconds = 0.1, .moves = 1}, 56).limit
          == allot({.seconds = 0.1, .moves = 1}, 6).limit);
}

TEST_CASE("a move may use its overtime, but not that of the others") {
    for (const double seconds : {0.0, 0.1, 5.0, 60.0}) {
        for (int empties = 2; empties <= 60; ++empties) {
            const Allotment with = allot({.seconds = seconds, .overtime = 10}, empties);
            const Allotment without = allot({.seconds = seconds}, empties);
            CAPTURE(seconds, empties);
            CHECK(with.target > without.target + 5);
            CHECK(with.limit < seconds + 10);
        }
    }
}

TEST_CASE("with 20 ms left on the clock, some time is still reserved for sending the move") {
    const Allotment allotment = allot({.seconds = 0.02}, 30);
    CHECK(allotment.limit <= 0.005);
}

TEST_CASE("after an overstepped clock every move gets the same short time") {
    for (const double seconds : {0.0, -0.01, -10.0, -1e6}) {
        for (const double increment : {0.0, 5.0}) {
            for (int empties = 1; empties <= 60; ++empties) {
                const Allotment allotment =
                    allot({.seconds = seconds, .increment = increment}, empties);
                CHECK(allotment.target == seconds_behind_flag);
                CHECK(allotment.limit == seconds_behind_flag);
            }
        }
    }
    CHECK(allot({.seconds = 0, .moves = 3}, 40).limit == seconds_behind_flag);
    CHECK(allot({.seconds = 0, .overtime = 3}, 40).limit > 2);
}

TEST_CASE("the last milliseconds of a clock are divided, too") {
    for (int empties = 1; empties <= 60; ++empties) {
        double left = 0.01;
        for (int rest = empties; rest > 0; rest -= 2) {
            const Allotment allotment = allot({.seconds = left}, rest);
            CHECK(allotment.limit > 0);
            left -= allotment.limit;
            REQUIRE(left > 0);
        }
    }
}

TEST_CASE("what each later move will lose is kept") {
    for (int empties = 2; empties <= 60; ++empties) {
        const int later_moves = std::max(1, (empties + 1) / 2) - 1;
        CAPTURE(empties);
        const double without_it = allot({.seconds = 60 - 0.5 * later_moves}, empties).limit;
        CHECK(allot({.seconds = 60}, empties, 0.5).limit <= without_it);
    }
    CHECK(allot({.seconds = 60}, 40, 0.001).limit == allot({.seconds = 60}, 40).limit);
    // An increment bears the lag of later moves, and so does time that is renewed.
    CHECK(allot({.seconds = 60, .increment = 1}, 40, 0.5).limit
          > allot({.seconds = 60, .increment = 1}, 40).limit - 1);
    CHECK(allot({.seconds = 5, .moves = 1}, 40, 0.5).limit > 4);
    CHECK(allot({.seconds = 60}, 40, 0.5).target < allot({.seconds = 60}, 40).target);
    // More than the clock can bear: there is time to think nevertheless.
    CHECK(allot({.seconds = 10}, 60, 0.5).limit > 0.03);
}

TEST_CASE("a clock's lag is what its moves lose on average") {
    ClockLag lag;
    CHECK(lag.seconds() == 0);
    double left = 100;
    for (int move = 0; move < 30; ++move) {
        lag.see({.seconds = left, .increment = 0.5}, 60 - 2 * move);
        lag.played(2);
        left += 0.5 - 2 - 0.2;
    }
    CHECK(lag.seconds() == Approx(0.2).epsilon(0.01));
}

TEST_CASE("a clock in whole seconds loses nothing") {
    for (const double move : {0.3, 0.7, 1.4, 2.6}) {
        ClockLag lag;
        double left = 300;
        double sum = 0;
        for (int number = 0; number < 30; ++number) {
            lag.see({.seconds = std::floor(left)}, 60 - 2 * number);
            sum += lag.seconds();
            lag.played(move);
            left -= move;
        }
        CAPTURE(move);
        CHECK(sum / 30 < 0.1);
    }
}

TEST_CASE("only two moves of the same player in the same game tell how much a move loses") {
    ClockLag lag;
    const auto after = [&lag](double seconds, double next, int next_empties = 38) {
        lag.see({.seconds = seconds}, 40);
        lag.played(1);
        lag.see({.seconds = next}, next_empties);
        return lag.seconds();
    };
    CHECK(after(60, 300) == 0);
    CHECK(after(60, 50) == 0);
    lag.see({.seconds = 50}, 40);
    lag.see({.seconds = 49.9}, 38);
    CHECK(lag.seconds() == 0);
    CHECK(after(60, 58.8, 39) == 0); // the opponent's clock
    CHECK(after(60, 58.8, 60) == 0);
    CHECK(after(60, 58.8) == Approx(0.05));
}

TEST_CASE("a search that stopped late stops earlier for some moves") {
    StopDelay delay;
    CHECK(delay.limit(0.5) == 0.5);
    delay.stopped(0.5, 0.3); // it ended by itself
    CHECK(delay.limit(0.5) == 0.5);
    delay.stopped(0.5, 0.54);
    CHECK(delay.limit(0.5) == Approx(0.5 - 1.25 * 0.04));
    delay.stopped(0.45, 0.46);
    CHECK(delay.limit(0.5) == Approx(0.5 - 0.9 * 1.25 * 0.04));
    for (int move = 0; move < 40; ++move) delay.stopped(0.5, 0.5);
    CHECK(delay.limit(0.5) == Approx(0.5).margin(0.001));
}

TEST_CASE("a search that stopped very late keeps most of its time") {
    StopDelay delay;
    delay.stopped(0.5, 3.5);
    CHECK(delay.limit(0.5) == Approx(0.35));
}

TEST_CASE("a game whose moves lose time stays within the clock, although nobody told how much") {
    for (const double start : {1.0, 10.0, 900.0}) {
        for (const double lost : {0.005, 0.01, 0.015}) {
            ClockLag lag;
            double left = start;
            for (int empties = 60; empties > 0; empties -= 2) {
                lag.see({.seconds = left}, empties);
                const Allotment allotment = allot({.seconds = left}, empties, lag.seconds());
                lag.played(allotment.limit);
                left -= allotment.limit + lost;
                CAPTURE(start, lost, empties);
                REQUIRE(left > 0);
            }
        }
    }
}

TEST_CASE("a stable best move takes less than its share of the clock") {
    const std::vector<Line> firm(8, line(Square::f5, 1));
    CHECK(after(firm) < 8);
    CHECK(after(firm) > 4);
}

TEST_CASE("a best move that has just changed takes more than its share") {
    std::vector<Line> changing(8, line(Square::f5, 1));
    changing.push_back(line(Square::d6, 1));
    CHECK(after(changing) > 12);
}

TEST_CASE("a dropping score takes more time, and a larger drop even more") {
    const auto falling_by = [](double discs) {
        return after({line(Square::f5, 4), line(Square::f5, 4), line(Square::f5, 4),
                      line(Square::f5, 4 - discs)});
    };
    CHECK(falling_by(3) > falling_by(0) + 1);
    CHECK(falling_by(6) > falling_by(3) + 1);
    CHECK(falling_by(-6) == falling_by(0));
}

TEST_CASE("scores that alternate with the parity of the depth do not count as drops") {
    const auto swinging = after(
        {line(Square::f5, 4), line(Square::f5, -2), line(Square::f5, 4), line(Square::f5, -2)});
    CHECK(swinging < 11);
}

TEST_CASE("no move takes more than the limit") {
    std::vector<Line> worst(4, line(Square::f5, 20));
    worst.push_back(line(Square::d6, -20));
    CHECK(after(worst) <= 25.1);
    ThinkingTime none(Allotment{.target = 0, .limit = 0});
    CHECK(none.enough(line(Square::f5, 0), 0, midgame, midgame));
}

TEST_CASE("a surer search to the end is begun only if it will probably be done within the limit") {
    ThinkingTime thinking(allotment);
    const Line best = line(Square::f5, 1);
    const auto low = to_the_end(28, Confidence::low);
    const auto fair = to_the_end(28, Confidence::fair);
    const auto certain = to_the_end(28, Confidence::certain);
    CHECK_FALSE(thinking.enough(best, 2, midgame, low));
    CHECK_FALSE(thinking.enough(best, 2, low, fair));
    CHECK(thinking.enough(best, 2, low, certain));
    CHECK_FALSE(thinking.enough(best, 0.03, low, certain));
    CHECK_FALSE(thinking.enough(best, 2, to_the_end(18, Confidence::low),
                                to_the_end(18, Confidence::certain)));
}
