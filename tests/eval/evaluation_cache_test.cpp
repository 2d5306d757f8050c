#include "engine/eval/evaluation_cache.h"
#include "tests/catch.h"
#include "tests/eval/random_weights.h"
#include "tests/random_game.h"

using namespace emilia;
using namespace emilia::testing;

namespace {

Weights with_network() {
    Random random(46);
    return Weights(random_weights_with_network(random));
}

/// Evaluates by way of a place in a cache, and counts how often it needs the position's features.
struct Evaluator {
    const Weights& weights;
    KnownEvaluation& known;
    int made = 0;

    Score by_tables(const Board& board) {
        return evaluate_by_tables(weights, known, board, [&] { return make(board); });
    }
    Score lazily(const Board& board, Score alpha) {
        return evaluate_lazily(weights, known, board, board.legal_moves(), alpha,
                               alpha + score_step, [&] { return make(board); });
    }

private:
    PatternBoard make(const Board& board) {
        ++made;
        return PatternBoard(board);
    }
};

} // namespace

TEST_CASE("the network is asked near the window, and far outside the tables' value is taken") {
    const Weights weights = with_network();
    Random random(47);
    int changed = 0;
    for (const Board& board : positions_of_games(random, 20)) {
        const Score tables = evaluate_by_tables(weights, PatternBoard(board));
        const Score whole = in_steps(evaluate(weights, PatternBoard(board)));
        KnownEvaluation shared;
        for (const bool anew : {true, false}) {
            const auto lazily = [&](Score alpha) {
                KnownEvaluation own;
                return Evaluator{weights, anew ? own : shared}.lazily(board, alpha);
            };
            REQUIRE(lazily(tables + Score::from_discs(11)) == in_steps(tables));
            REQUIRE(lazily(tables) == whole);
            REQUIRE(lazily(tables - Score::from_discs(9)) == whole);
            REQUIRE(lazily(tables + Score::from_discs(9)) == whole);
            REQUIRE(lazily(tables - Score::from_discs(11)) == in_steps(tables));
        }
        changed += whole != in_steps(tables);
    }
    CHECK(changed > 100);
}

TEST_CASE("what is known of a position is not computed again") {
    const Weights weights = with_network();
    Random random(48);
    for (const Board& board : positions_of_games(random, 5)) {
        KnownEvaluation known;
        Evaluator evaluator{weights, known};
        const Score tables = evaluator.by_tables(board);
        CHECK(evaluator.made == 1);
        CHECK(evaluator.by_tables(board) == tables);
        CHECK(evaluator.lazily(board, tables + Score::from_discs(20)) == in_steps(tables));
        CHECK(evaluator.made == 1);
        const Score whole = evaluator.lazily(board, tables);
        CHECK(evaluator.made == 2); // for the network
        CHECK(evaluator.lazily(board, tables) == whole);
        CHECK(evaluator.by_tables(board) == tables);
        CHECK(evaluator.made == 2);
    }
}

TEST_CASE("a place that holds another position is taken over") {
    const Weights weights = with_network();
    Random random(49);
    KnownEvaluation known; // for all positions, so that each finds another one there
    Evaluator evaluator{weights, known};
    for (const Board& board : positions_of_games(random, 20)) {
        const PatternBoard position(board);
        REQUIRE(evaluator.by_tables(board) == evaluate_by_tables(weights, position));
        REQUIRE(evaluator.lazily(board, Score())
                == Evaluator{weights, known}.lazily(board, Score()));
        KnownEvaluation fresh;
        REQUIRE(evaluator.lazily(board, Score())
                == Evaluator{weights, fresh}.lazily(board, Score()));
    }
}

TEST_CASE("a cache remembers positions once it has been asked often enough") {
    const Weights weights = with_network();
    Random random(50);
    EvaluationCache cache;
    const std::vector<Board> boards = positions_of_games(random, 60);
    REQUIRE(boards.size() > 2000);
    for (const Board& board : boards) {
        const Score tables = evaluate_by_tables(weights, PatternBoard(board));
        REQUIRE(Evaluator{weights, cache.place(board)}.by_tables(board) == tables);
    }
    std::size_t remembered = 0;
    for (const Board& board : boards) remembered += cache.place(board).is_of(board);
    CHECK(remembered > boards.size() / 3);
}

TEST_CASE(
    "a search of one ply leaves the bounds that its window allows, and another position none") {
    const Board board = Board::start();
    const auto discs = [](int number) { return Score::from_discs(number); };
    KnownEvaluation known;
    known.claim(board);
    CHECK(known.lower() == min_score);
    CHECK(known.upper() == max_score);
    known.set_searched(discs(5), discs(2), discs(3)); // at least beta
    CHECK(known.lower() == discs(5));
    CHECK(known.upper() == max_score);
    known.set_searched(discs(7), discs(8), discs(9)); // at most alpha
    CHECK(known.lower() == discs(5));
    CHECK(known.upper() == discs(7));
    known.set_searched(discs(6), discs(4), discs(8)); // within the window
    CHECK(known.lower() == discs(6));
    CHECK(known.upper() == discs(6));
    known.claim(board);
    CHECK(known.lower() == discs(6));
    known.claim(board.passed());
    CHECK(known.is_of(board.passed()));
    CHECK(known.lower() == min_score);
    CHECK_FALSE(known.has_by_tables());
}
