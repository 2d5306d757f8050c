#include "engine/classic/experiments/search_cost.h"
#include "engine/classic/students.h"
#include "tests/catch.h"

using namespace emilia;
using namespace emilia::classic;

TEST_CASE("minimax and alpha-beta play the same games and alpha-beta evaluates less") {
    for (const SpeedUpHeuristic& heuristic : speed_up_heuristics()) {
        for (const Evaluation& evaluation : heuristic.evaluations) {
            const TimedGame all = play_timed(Board::start(), evaluation, Method::minimax, 2);
            const TimedGame pruned = play_timed(Board::start(), evaluation, Method::alpha_beta, 2);
            CAPTURE(heuristic.name);
            REQUIRE(all.moves == pruned.moves);
            CHECK(pruned.cost.counts.evaluations < all.cost.counts.evaluations);
            Board board = Board::start();
            for (const Square move : all.moves) {
                REQUIRE(board.is_legal(move));
                board = board.after(move);
            }
            CHECK(board.is_over());
        }
    }
}

TEST_CASE("the random heuristic plays different games with different seeds") {
    const auto random = speed_up_heuristics()[1].evaluations;
    REQUIRE(random.size() > 1);
    for (std::size_t i = 1; i < random.size(); ++i) {
        CHECK(play_timed(Board::start(), random[0], Method::alpha_beta, 2).moves
              != play_timed(Board::start(), random[i], Method::alpha_beta, 2).moves);
    }
}

TEST_CASE("the random heuristic gives a board always the same number from 0 to 1") {
    for (const Evaluation& evaluation : speed_up_heuristics()[1].evaluations) {
        Value sum = 0;
        int boards = 0;
        for (Board board = Board::start(); !board.is_over(); ++boards) {
            const Value value = evaluation.estimate(board, 1);
            CHECK((value >= 0 && value < 1));
            CHECK(value == evaluation.estimate(board, 2));
            CHECK(value == evaluation.final_value(board));
            sum += value;
            const Bitboard legal = board.legal_moves();
            board = legal == 0 ? board.passed() : board.after(first_square(legal));
        }
        CHECK(sum / boards > 0.3);
        CHECK(sum / boards < 0.7);
    }
}

TEST_CASE("the speed-up grows with the plies and is greatest where all moves are alike") {
    const SpeedUpSettings settings{.games = 2};
    const auto ratio = [&](std::size_t heuristic, int plies) {
        const SpeedUp found = measure_speed_up(speed_up_heuristics()[heuristic], plies, settings);
        return found.by_evaluations();
    };
    for (const std::size_t heuristic : {0U, 1U, 2U})
        CHECK(ratio(heuristic, 2) < ratio(heuristic, 3));
    CHECK(ratio(1, 3) < ratio(0, 3));
    CHECK(ratio(2, 3) < ratio(0, 3));
}

TEST_CASE("a measurement is reproducible and depends on the seed") {
    const SpeedUpHeuristic& heuristic = speed_up_heuristics()[2];
    const auto count = [&](const SpeedUpSettings& settings) {
        return measure_speed_up(heuristic, 2, settings).minimax.counts.evaluations;
    };
    CHECK(count({.games = 3}) == count({.games = 3}));
    CHECK(count({.games = 3, .seed = 2}) != count({.games = 3}));
    CHECK(count({.games = 1, .seed = 2}) == count({.games = 1})); // from the usual start
}

TEST_CASE("a stop flag interrupts a measurement") {
    const std::atomic<bool> stop = true;
    const SpeedUpSettings settings{.games = 1, .stop = &stop};
    CHECK_THROWS_AS(measure_speed_up(speed_up_heuristics()[0], 3, settings), Interrupted);
}
