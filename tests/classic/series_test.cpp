#include "engine/classic/contestant.h"
#include "engine/classic/random_move.h"
#include "tests/catch.h"

#include <chrono>
#include <cmath>

using namespace emilia;
using namespace emilia::classic;

namespace {

Square first_move(const Turn& turn) {
    return first_square(turn.board.legal_moves());
}

Square no_move(const Turn&) {
    return Square::none;
}

} // namespace

TEST_CASE("a game is played to its end with passes in between", "[classic]") {
    int turns = 0;
    int last = 0;
    const auto counted = [&](const Turn& turn) {
        ++turns;
        CHECK(turn.number == last + 1);
        CHECK(turn.board.legal_moves() != 0);
        CHECK(turn.seconds_left > 0);
        last = turn.number;
        return first_move(turn);
    };
    const Outcome outcome = play_game(counted, counted);
    CHECK(outcome.ending == Ending::played_out);
    CHECK(turns >= 9);
    CHECK(turns <= 60);
}

TEST_CASE("a player who resigns or moves illegally or runs out of time loses by 64", "[classic]") {
    const auto illegal = [](const Turn&) { return Square::a1; };
    const auto pass = [](const Turn&) { return Square::pass; };
    const auto slow = [](const Turn& turn) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(2);
        while (std::chrono::steady_clock::now() < end) {
        }
        return first_move(turn);
    };
    struct Case {
        Strategy black;
        Strategy white;
        double minutes;
        int difference;
        Ending ending;
    };
    const Case cases[] = {
        {no_move, first_move, 30, -64, Ending::resignation},
        {first_move, no_move, 30, 64, Ending::resignation},
        {illegal, first_move, 30, -64, Ending::illegal_move},
        {first_move, pass, 30, 64, Ending::illegal_move},
        {slow, first_move, 0, -64, Ending::time},
    };
    for (const Case& one : cases) {
        const Outcome outcome = play_game(one.black, one.white, {}, one.minutes);
        CHECK(outcome.difference == one.difference);
        CHECK(outcome.ending == one.ending);
    }
    // A move made after the clock has run out does not count.
    const Outcome late = play_game(first_move, slow, {}, 0.001 / 60);
    CHECK(late.ending == Ending::time);
    CHECK(late.difference != 0);
}

TEST_CASE("random openings have as many moves as they should and repeat with their seed",
          "[classic]") {
    for (std::uint32_t number = 0; number < 50; ++number) {
        RandomNumbers one(7, number);
        RandomNumbers same(7, number);
        const Position opening = random_opening(one, 10);
        CHECK(opening.board.empties() == 50);
        CHECK(random_opening(same, 10) == opening);
    }
    RandomNumbers random(7, 0);
    CHECK(random_opening(random, 0) == Position());
    const Position ended = random_opening(random, 100);
    CHECK(ended.board.is_over());
}

TEST_CASE("a series plays each opening from both sides and sees it from its first player",
          "[classic]") {
    const Contestant gives_up{"gives up", [](std::uint32_t) { return Strategy(no_move); }};
    const Contestant plays_on{"plays on", [](std::uint32_t) { return Strategy(first_move); }};
    const Series lost = play_series(gives_up, plays_on, {.pairs = 3});
    CHECK(lost.differences == std::vector<int>(6, -64));
    CHECK(lost.wins() == 0);
    CHECK(lost.error() == 0);
    const Series won = play_series(plays_on, gives_up, {.pairs = 3});
    CHECK(won.wins() == 6);
    // The players are equal, so both games of a pair are the same with colours changed.
    const Series even = play_series(plays_on, plays_on, {.pairs = 20});
    CHECK(even.score() == 0.5);
    for (std::size_t i = 0; i < even.differences.size(); i += 2)
        CHECK(even.differences[i] == -even.differences[i + 1]);
}

TEST_CASE("the scores of a series are those of its games", "[classic]") {
    const Series series{{10, -2, 4, 4, 0, -6, -1, -1}}; // pairs: 1, 2, 1/2, 0
    CHECK(series.wins() == 3.5);
    CHECK(series.score() == 3.5 / 8);
    // As black it won, won, drew, lost: white 0 0 .5 1; as white it lost, won, lost, lost: 0 1 0 0.
    CHECK(series.score_of_white() == 2.5 / 8);
    const double mean = 3.5 / 8;
    const auto square = [mean](double score) { return (score - mean) * (score - mean); };
    const double variance = (square(0.5) + square(1) + square(0.25) + square(0)) / 4;
    CHECK(series.pair_deviation() == Approx(std::sqrt(variance)));
    CHECK(series.error() == Approx(1.96 * std::sqrt(variance / 4)));
}

TEST_CASE("a round robin is the same with any number of threads", "[classic]") {
    const Contestant all[] = {contestant("maximize-difference"),
                              contestant("modified-weighted-squares"), contestant("random")};
    const auto one = round_robin(all, {.pairs = 10, .threads = 1});
    const auto three = round_robin(all, {.pairs = 10, .threads = 3});
    REQUIRE(one.size() == 3);
    for (std::size_t i = 0; i < one.size(); ++i) CHECK(one[i].differences == three[i].differences);
    CHECK(one[0].score() < 0.5); // discs against weights
    CHECK(one[2].score() > 0.5); // weights against chance
}
