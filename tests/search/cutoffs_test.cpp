#include "engine/board/hash.h"
#include "engine/search/cutoffs.h"
#include "tests/catch.h"
#include "tests/search/endgame_boards.h"

using namespace emilia;
using emilia::testing::plain_solve;
using emilia::testing::Random;
using emilia::testing::usual_and_odd_boards;

TEST_CASE("a stored bound of a position after a move cuts off if its reach is enough") {
    TranspositionTable table(1);
    const Board board = Board::start();
    OrderedMoves moves(board, board.legal_moves());
    const Reach wanted = Reach::midgame(5, Confidence::low);
    const auto cutoff = [&](int beta) {
        return enhanced_cutoff(moves, table, Score::from_discs(beta), wanted);
    };
    CHECK_FALSE(cutoff(-64));

    const Board child = board.after(Square::c4);
    const auto know = [&](Reach reach, int most) { // the opponent gets at most `most` there
        table.clear();
        table.store(child, hash(child), reach, min_score, Score::from_discs(most), Square::none);
    };
    know(Reach::midgame(5, Confidence::low), -3);
    CHECK(cutoff(3) == Score::from_discs(3));
    CHECK(cutoff(2) == Score::from_discs(3));
    CHECK_FALSE(cutoff(4));
    know(Reach::midgame(4, Confidence::certain), -3);
    CHECK_FALSE(cutoff(3));
    know(Reach::exact(59), -3);
    CHECK(cutoff(3) == Score::from_discs(3));
}

TEST_CASE("an upper bound by stable discs is never below the score, and often below 64") {
    Random random(15);
    int bounded = 0;
    for (int empties = 0; empties <= 8; ++empties) {
        for (const Board& board : usual_and_odd_boards(empties, 100, random)) {
            const int score = plain_solve(board);
            const int bound = upper_bound_by_stability(board, 62, empties);
            CAPTURE(board.player, board.opponent, score);
            CHECK(bound >= score);
            const bool counted = count(board.opponent) >= 7; // with fewer discs it isn't worth it
            if (!counted) CHECK(bound == 64);
            if (counted && empties == 0) CHECK(bound == score);
            if (empties > 0 && bound < 64) ++bounded;
            // No count of stable discs could bring the score down to this alpha.
            if (empties > 0)
                CHECK(upper_bound_by_stability(board, -65 + 2 * empties, empties) == 64);
        }
    }
    CHECK(bounded > 200);
}

TEST_CASE("what stable discs decide is what a plain search finds") {
    Random random(16);
    int above = 0;
    int below = 0;
    for (int empties = 0; empties <= 8; ++empties) {
        for (const Board& board : usual_and_odd_boards(empties, 100, random)) {
            const int score = plain_solve(board);
            for (const int minimum : {score - 2, score, score + 2, 0, 2}) {
                if (minimum <= -64 || minimum > 64) continue; // decided without any disc
                const auto decided = decided_by_stability(board, minimum);
                CAPTURE(board.player, board.opponent, score, minimum);
                if (empties == 0) CHECK(decided);
                if (!decided) continue;
                CHECK(*decided == (score >= minimum));
                if (empties > 0) ++(*decided ? above : below);
            }
        }
    }
    CHECK(above > 200);
    CHECK(below > 200);
}
