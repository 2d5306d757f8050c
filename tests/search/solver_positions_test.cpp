// Compares the solvers with plain alpha-beta on many positions, among them positions with passes,
// wipe-outs and empty squares at the end.

#include "engine/search/endgame_leaf.h"
#include "engine/search/solvers.h"
#include "tests/catch.h"
#include "tests/search/endgame_boards.h"
#include "tests/search/search_fixture.h"

#include <algorithm>
#include <vector>

using namespace emilia;
using emilia::testing::below;
using emilia::testing::Exceptions;
using emilia::testing::exceptions_in;
using emilia::testing::outcome_of;
using emilia::testing::passing_boards;
using emilia::testing::plain_solve;
using emilia::testing::Random;
using emilia::testing::SearchFixture;
using emilia::testing::solve_in_discs;
using emilia::testing::usual_and_odd_boards;

namespace {

/// The number of positions to test with a number of empties.
struct Sample {
    int empties;
    int number;
    int passing = 0; ///< additional positions whose player must pass
};

/// Every run solves 20,000 positions with 1 to 8 empties and some with more or fewer. From 11
/// empties on the two solvers search nodes, and passes, of their own before the leaf solver.
const std::vector<Sample> every_run = {{0, 200},  {1, 2500}, {2, 2500}, {3, 2500},
                                       {4, 2500}, {5, 2500}, {6, 2500}, {7, 2500},
                                       {8, 2500}, {9, 100},  {10, 100}, {11, 30, 100}};

/// The additional positions of the long run.
const std::vector<Sample> long_run = {{9, 1000}, {10, 1000}, {11, 100, 200}, {12, 100}};

std::vector<Board> boards_of(const std::vector<Sample>& samples) {
    Random random(61);
    std::vector<Board> boards;
    for (const Sample& sample : samples) {
        const auto more = usual_and_odd_boards(sample.empties, sample.number, random);
        boards.insert(boards.end(), more.begin(), more.end());
        const auto passing = passing_boards(sample.empties, sample.passing, random);
        boards.insert(boards.end(), passing.begin(), passing.end());
    }
    return boards;
}

/// Whether the fail-soft result of a search within a window is right if `score` is.
bool bounds(int result, int score, int alpha, int beta) {
    if (result <= alpha) return score <= result;
    if (result >= beta) return score >= result;
    return result == score;
}

/// Calls `solve(alpha)` with zero windows on either side of the score, where only the score itself
/// is a true bound, and at a random place.
template <class Solve>
void check_zero_windows(int score, Random& random, const Solve& solve) {
    for (const int alpha : {below(random, 128) - 64, score - 1, score}) {
        if (alpha < -64 || alpha > 63) continue;
        const int result = solve(alpha);
        CAPTURE(alpha, result);
        REQUIRE(bounds(result, score, alpha, alpha + 1));
    }
}

void check_leaf_solver(const std::vector<Sample>& samples) {
    SearchFixture search;
    Random random(62);
    for (const Board& board : boards_of(samples)) {
        if (board.empties() > leaf_empties) continue;
        const int score = plain_solve(board);
        CAPTURE(board.player, board.opponent, score);
        check_zero_windows(score, random,
                           [&](int alpha) { return solve_leaf(search.thread, board, alpha); });
    }
}

void check_exact_solver(const std::vector<Sample>& samples, std::size_t hash_megabytes) {
    SearchFixture search(hash_megabytes);
    Random random(63);
    for (const Board& board : boards_of(samples)) {
        const int score = plain_solve(board);
        CAPTURE(board.player, board.opponent, score, hash_megabytes);
        const auto zero_window = [&](int alpha) {
            return solve_in_discs(search.thread, board, alpha, alpha + 1);
        };
        check_zero_windows(score, random, zero_window); // the table has no better bounds yet
        const int alpha = below(random, 128) - 64;
        const int beta = std::min(64, alpha + 1 + below(random, 10));
        REQUIRE(bounds(solve_in_discs(search.thread, board, alpha, beta), score, alpha, beta));
        REQUIRE(solve_in_discs(search.thread, board) == score);
        check_zero_windows(score, random, zero_window);
    }
}

void check_wld_solver(const std::vector<Sample>& samples, std::size_t hash_megabytes) {
    SearchFixture search(hash_megabytes);
    Random random(64);
    for (const Board& board : boards_of(samples)) {
        const Outcome outcome = outcome_of(plain_solve(board));
        CAPTURE(board.player, board.opponent, hash_megabytes);
        const auto expected = static_cast<Outcome>(below(random, 3) - 1);
        REQUIRE(solve_outcome(search.thread, board, expected) == outcome);
        REQUIRE(reaches(search.thread, board, Outcome::win) == (outcome == Outcome::win));
        REQUIRE(reaches(search.thread, board, Outcome::draw) == (outcome != Outcome::loss));
    }
}

} // namespace

TEST_CASE(
    "the 20,000 positions for the solvers have passes, wipe-outs and empty squares at the end") {
    std::vector<Board> boards = boards_of(every_run);
    std::erase_if(boards,
                  [](const Board& board) { return board.empties() < 1 || board.empties() > 8; });
    CHECK(boards.size() == 20'000);
    const Exceptions found = exceptions_in(boards);
    CHECK(found.finished_unfilled >= 300);
    CHECK(found.finished_wiped_out >= 300);
    CHECK(found.passes >= 5000);
    CHECK(found.ending_unfilled >= 300);
    CHECK(found.ending_wiped_out >= 200);
}

TEST_CASE("the leaf solver bounds the score that plain alpha-beta finds") {
    check_leaf_solver(every_run);
}

TEST_CASE("the exact solver finds the score that plain alpha-beta finds") {
    check_exact_solver(every_run, GENERATE(0U, 4U));
}

TEST_CASE("the win/loss/draw solver finds the sign of the exact score") {
    check_wld_solver(every_run, GENERATE(0U, 4U));
}

TEST_CASE("the leaf solver bounds the score of a thousand more positions", "[.long]") {
    check_leaf_solver(long_run);
}

TEST_CASE("the exact solver finds the scores of 2,400 more positions", "[.long]") {
    check_exact_solver(long_run, GENERATE(0U, 4U));
}

TEST_CASE("the win/loss/draw solver finds the outcomes of 2,400 more positions", "[.long]") {
    check_wld_solver(long_run, GENERATE(0U, 4U));
}
