// The two solvers and the leaf solver against plain alpha-beta.

#include "engine/board/symmetry.h"
#include "engine/search/endgame_cutoffs.h"
#include "engine/search/endgame_leaf.h"
#include "engine/search/exact_solver.h"
#include "engine/search/wld_solver.h"
#include "tests/catch.h"
#include "tests/search/plain_search.h"
#include "tests/search/search_fixture.h"

using namespace emilia;
using emilia::testing::below;
using emilia::testing::plain_solve;
using emilia::testing::positions_with;
using emilia::testing::Random;
using emilia::testing::random_board;
using emilia::testing::SearchFixture;

namespace {

Outcome outcome_of(int discs) {
    return static_cast<Outcome>((discs > 0) - (discs < 0));
}

/// Whether a fail-soft result of a window says the truth about `score`.
bool bounds(int result, int score, int alpha, int beta) {
    if (result <= alpha) return score <= result;
    if (result >= beta) return score >= result;
    return result == score;
}

/// Boards that games seldom reach: wipe-outs, double passes, empty squares at the end.
std::vector<Board> odd_boards(int empties, int number, Random& random) {
    std::vector<Board> boards;
    while (static_cast<int>(boards.size()) < number) {
        Board board = random_board(random, 8);
        const bool lopsided = random() % 2 == 0;
        if (lopsided) { // few discs of one colour: much passing and wiping out
            const Bitboard few = board.player & random() & random() & random();
            board = {few, ~few};
        }
        while (board.empties() < empties) {
            const Bitboard freed = bit(square_at(below(random, square_count)));
            board = {board.player & ~freed, board.opponent & ~freed};
        }
        boards.push_back(random() % 2 == 0 ? board : board.passed());
    }
    return boards;
}

/// So many of those, and as many positions of random games.
std::vector<Board> usual_and_odd_boards(int empties, int number, Random& random) {
    std::vector<Board> boards = odd_boards(empties, number, random);
    const std::vector<Board> usual = positions_with(empties, number, random);
    boards.insert(boards.end(), usual.begin(), usual.end());
    return boards;
}

} // namespace

TEST_CASE("the leaf solver bounds the score that plain alpha-beta finds") {
    SearchFixture search;
    Random random(11);
    for (int empties = 0; empties <= leaf_empties; ++empties) {
        const int number = empties < 8 ? 300 : 60;
        for (const Board& board : usual_and_odd_boards(empties, number, random)) {
            const int score = plain_solve(board);
            for (const int alpha : {score - 1, score, -1, 0, 2 * below(random, 64) - 64}) {
                const int result = solve_leaf(search.thread, board, alpha);
                CAPTURE(board.player, board.opponent, alpha, score, result);
                REQUIRE(bounds(result, score, alpha, alpha + 1));
            }
        }
    }
}

TEST_CASE("the exact solver finds the score that plain alpha-beta finds") {
    const std::size_t hash_megabytes = GENERATE(0U, 4U);
    SearchFixture search(hash_megabytes);
    ExactSolver solver(search.thread);
    Random random(12);
    for (int empties = 0; empties <= 11; ++empties) {
        const int number = empties < 8 ? 200 : empties < 10 ? 40 : 15;
        for (const Board& board : usual_and_odd_boards(empties, number, random)) {
            const int score = plain_solve(board);
            CAPTURE(board.player, board.opponent, hash_megabytes);
            REQUIRE(solver.solve(board, -64, 64) == score);
            const int alpha = 2 * below(random, 60) - 60;
            const int beta = alpha + 1 + below(random, 10);
            REQUIRE(bounds(solver.solve(board, alpha, beta), score, alpha, beta));
        }
    }
}

TEST_CASE("the win/loss/draw solver finds the sign of the exact score") {
    const std::size_t hash_megabytes = GENERATE(0U, 4U);
    SearchFixture search(hash_megabytes);
    WldSolver solver(search.thread);
    Random random(13);
    for (int empties = 0; empties <= 11; ++empties) {
        const int number = empties < 8 ? 200 : empties < 10 ? 40 : 15;
        for (const Board& board : usual_and_odd_boards(empties, number, random)) {
            const Outcome outcome = outcome_of(plain_solve(board));
            CAPTURE(board.player, board.opponent, hash_megabytes);
            const Outcome expected = static_cast<Outcome>(below(random, 3) - 1);
            REQUIRE(solver.solve(board, expected) == outcome);
            REQUIRE(solver.reaches(board, Outcome::win) == (outcome == Outcome::win));
            REQUIRE(solver.reaches(board, Outcome::draw) == (outcome != Outcome::loss));
        }
    }
}

TEST_CASE("both solvers agree on deeper positions and under every symmetry") {
    Random random(14);
    for (const Board& board : positions_with(13, 12, random)) {
        SearchFixture first;
        const int score = ExactSolver(first.thread).solve(board, -64, 64);
        for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
            SearchFixture search;
            const Board turned = transformed(board, symmetry);
            CAPTURE(board.player, board.opponent, symmetry);
            CHECK(WldSolver(search.thread).solve(turned, Outcome::draw) == outcome_of(score));
            CHECK(ExactSolver(search.thread).solve(turned, -64, 64) == score); // same table
        }
    }
}

TEST_CASE("an empty square that nobody can take goes to the winner") {
    // All that is seen from a1 is black, so that neither side flips anything there.
    const Bitboard seen = first_row | a_file | 0x8040'2010'0804'0201;
    Bitboard black = seen & ~bit(Square::a1);
    for (const Square square : squares_of(~seen)) {
        if (count(black) < 32) black |= bit(square);
    }
    const Bitboard white = ~black & ~bit(Square::a1);
    REQUIRE(count(white) == 31);
    SearchFixture search;
    CHECK(solve_leaf(search.thread, {black, white}, 0) == 2);
    CHECK(solve_leaf(search.thread, {white, black}, 0) == -2);
}

TEST_CASE("stable discs bound the score, and on a full board they are the score") {
    Random random(15);
    for (int empties = 0; empties <= 8; ++empties) {
        for (const Board& board : odd_boards(empties, 100, random)) {
            const int score = plain_solve(board);
            const int bound = best_possible(board, 62, empties);
            CAPTURE(board.player, board.opponent, score);
            CHECK(bound >= score);
            if (empties == 0 && score < 64) CHECK(bound == score);
            for (const int least : {-64, score - 2, score, score + 2, 0, 2, 64}) {
                const auto decided = decided_by_stability(board, least);
                if (decided) CHECK(*decided == (score >= least));
                if (empties == 0) CHECK(decided);
            }
        }
    }
}
