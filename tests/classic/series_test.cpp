#include "engine/classic/series.h"
#include "tests/catch.h"

#include <cmath>

using namespace emilia;
using namespace emilia::classic;

namespace {

Square first_move(const Board& board) {
    return first_square(board.legal_moves());
}

Square last_move(const Board& board) {
    Square last = Square::none;
    for (const Square square : squares_of(board.legal_moves())) last = square;
    return last;
}

} // namespace

TEST_CASE("a game is played to its end with passes in between", "[classic]") {
    int turns = 0;
    const auto counted = [&](const Board& board) {
        ++turns;
        CHECK(board.legal_moves() != 0);
        return first_move(board);
    };
    Position position;
    while (!position.board.is_over()) {
        position =
            position.after(position.board.must_pass() ? Square::pass : first_move(position.board));
    }
    CHECK(play_game(counted, counted)
          == count(position.discs(Color::black)) - count(position.discs(Color::white)));
    CHECK(turns == 60 - position.board.empties());
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
    const Contestant first{"first", [](std::uint32_t) { return Strategy(first_move); }};
    const Contestant last{"last", [](std::uint32_t) { return Strategy(last_move); }};
    const SeriesSettings settings{.pairs = 20};
    const Series one = play_series(first, last, settings);
    const Series other = play_series(last, first, settings);
    REQUIRE(one.differences.size() == 40);
    for (std::size_t i = 0; i < one.differences.size(); i += 2) {
        RandomNumbers random(settings.seed, static_cast<std::uint32_t>(i / 2));
        const Position opening = random_opening(random, settings.random_plies);
        CHECK(one.differences[i] == play_game(first_move, last_move, opening));
        CHECK(one.differences[i + 1] == -play_game(last_move, first_move, opening));
        CHECK(one.differences[i] == -other.differences[i + 1]);
    }
    // The players are equal, so both games of a pair are the same with colours changed.
    const Series even = play_series(first, first, settings);
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
