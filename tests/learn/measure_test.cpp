#include "engine/eval/evaluation.h"
#include "engine/learn/measure.h"
#include "tests/catch.h"
#include "tests/random_game.h"

#include <cmath>

using namespace emilia;
using namespace emilia::testing;

namespace {

/// Positions that are said to be worth 4 discs, and in which the player can move.
std::vector<LabelledPosition> some_positions(int games) {
    Random random(71);
    std::vector<LabelledPosition> positions;
    for (const Board& board : positions_of_games(random, games)) {
        if (board.legal_moves() != 0)
            positions.push_back({.board = board, .score = Score::from_discs(4)});
    }
    return positions;
}

ErrorsByEmpties measured(const std::vector<LabelledPosition>& positions,
                         const MeasureSettings& settings = {}) {
    std::atomic<std::size_t> done = 0;
    const ErrorsByEmpties errors = measure(positions, embedded_weights(), settings, done);
    CHECK(done == positions.size());
    return errors;
}

bool same(const ErrorsByEmpties& a, const ErrorsByEmpties& b) {
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i].positions != b[i].positions || a[i].sum != b[i].sum
            || a[i].absolute != b[i].absolute || a[i].square != b[i].square) {
            return false;
        }
    }
    return true;
}

} // namespace

TEST_CASE("errors have a mean, a mean of their absolute values and of their squares") {
    Errors errors;
    errors.add(-3);
    errors.add(1);
    Errors others;
    others.add(2);
    others.add(4);
    errors.add(others);
    CHECK(errors.positions == 4);
    CHECK(errors.mean() == 1);
    CHECK(errors.mean_absolute() == 2.5);
    CHECK(errors.root_mean_square() == Approx(std::sqrt(30 / 4.0)));
}

TEST_CASE("without a search the error is the evaluation minus the label") {
    const std::vector<LabelledPosition> positions = some_positions(3);
    ErrorsByEmpties expected;
    for (const LabelledPosition& position : positions) {
        const Score value = evaluate(embedded_weights(), PatternBoard(position.board));
        expected[static_cast<std::size_t>(position.board.empties())].add(
            (value - Score::from_discs(4)).discs());
    }
    CHECK(same(measured(positions), expected));
}

TEST_CASE("with a search the error is the search's score minus the label") {
    const std::vector<LabelledPosition> positions = some_positions(1);
    ErrorsByEmpties expected;
    for (const LabelledPosition& position : positions) {
        Searcher searcher(1, 4);
        SearchLimits limits;
        limits.depth = 3;
        const SearchResult result = searcher.search(position.board, limits);
        expected[static_cast<std::size_t>(position.board.empties())].add(
            (result.lines.front().value.score() - Score::from_discs(4)).discs());
    }
    CHECK(same(measured(positions, {.depth = 3}), expected));
}

TEST_CASE("a search that reaches the end has no error, and a finished game has its result") {
    Random random(72);
    std::vector<LabelledPosition> positions;
    for (const Board& board : positions_of_games(random, 5)) {
        if (board.empties() > 8) continue;
        Searcher searcher(1, 1);
        SearchLimits limits;
        limits.exact_at = 8;
        const SearchResult result = searcher.search(board, limits);
        const Score score = result.lines.empty() ? Score::from_discs(board.final_score())
                                                 : result.lines.front().value.score();
        positions.push_back({.board = board, .score = score});
    }
    REQUIRE(positions.size() > 40);
    for (const Errors& errors : measured(positions, {.depth = 8})) CHECK(errors.absolute == 0);
}

TEST_CASE("errors are the same to the last bit with any number of threads") {
    const std::vector<LabelledPosition> many = some_positions(200);
    CHECK(same(measured(many, {.depth = {}, .threads = 3}), measured(many)));
    const std::vector<LabelledPosition> few = some_positions(2);
    CHECK(same(measured(few, {.depth = 4, .threads = 3}), measured(few, {.depth = 4})));
}

TEST_CASE("a stopped measurement contains only the measured positions") {
    const std::vector<LabelledPosition> positions = some_positions(2);
    const std::atomic<bool> stop = true;
    std::atomic<std::size_t> done = 0;
    const MeasureSettings settings{.depth = 20, .threads = 2, .stop = &stop};
    for (const Errors& errors : measure(positions, embedded_weights(), settings, done))
        CHECK(errors.positions == 0);
    CHECK(done == 0);
}
