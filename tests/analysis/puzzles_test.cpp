#include "engine/analysis/puzzles.h"
#include "tests/catch.h"
#include "tests/random_game.h"
#include "tests/search/plain_search.h"

#include <algorithm>

using namespace emilia;
using namespace emilia::testing;

namespace {

constexpr PuzzleSettings short_ones{.least_empties = 4, .most_empties = 8};
const std::atomic<bool> never = false;

Engine small_engine() {
    EngineSettings settings;
    settings.hash_megabytes = 1;
    return Engine(settings);
}

Position with_black_to_move(const Board& board) {
    return {board, Color::black};
}

} // namespace

TEST_CASE("a puzzle has exactly one best move, and all scores are exact") {
    Random random(7);
    Engine engine = small_engine();
    int puzzles = 0;
    for (const Board& board : positions_with(8, 40, random)) {
        std::vector<int> scores;
        for (const Square move : squares_of(board.legal_moves()))
            scores.push_back(-plain_solve(board.after(move)));
        std::sort(scores.rbegin(), scores.rend());
        const bool unique = scores.size() >= 2 && scores[0] > scores[1];
        const auto puzzle = puzzle_at(engine, with_black_to_move(board), short_ones, never);
        CHECK(puzzle.has_value() == unique);
        if (!puzzle) continue;
        ++puzzles;
        REQUIRE(puzzle->problem.moves.size() == scores.size());
        for (std::size_t i = 0; i < scores.size(); ++i) {
            const auto& [move, discs] = puzzle->problem.moves[i];
            CHECK(discs == scores[i]);
            CHECK(discs == -plain_solve(board.after(move)));
        }
        CHECK(puzzle->solution() == puzzle->problem.moves.front().move);
    }
    CHECK(puzzles > 10);
}

TEST_CASE("with the goal to win only one move wins") {
    Random random(8);
    Engine engine = small_engine();
    PuzzleSettings to_win = short_ones;
    to_win.goal = PuzzleGoal::win;
    int puzzles = 0;
    for (const Board& board : positions_with(7, 60, random)) {
        int wins = 0;
        for (const Square move : squares_of(board.legal_moves()))
            wins += plain_solve(board.after(move)) < 0;
        const bool expected = wins == 1 && count(board.legal_moves()) >= 2;
        const auto puzzle = puzzle_at(engine, with_black_to_move(board), to_win, never);
        CHECK(puzzle.has_value() == expected);
        puzzles += expected;
    }
    CHECK(puzzles > 5);
}

TEST_CASE("a puzzle is as hard as the first depth from which on searches find its solution") {
    Random random(9);
    Engine engine = small_engine();
    bool saw_easy = false;
    bool saw_hard = false;
    for (const Board& board : positions_with(8, 40, random)) {
        const auto puzzle = puzzle_at(engine, with_black_to_move(board), short_ones, never);
        if (!puzzle) continue;
        const auto finds = [&](Depth depth) {
            engine.forget();
            SearchLimits limits;
            limits.depth = depth;
            limits.confidence = Confidence::certain;
            return engine.search(board, limits).lines.front().move == puzzle->solution();
        };
        for (Depth depth = std::max(1, puzzle->hardness); depth < board.empties(); ++depth)
            CHECK(finds(depth));
        if (puzzle->hardness >= 2) CHECK_FALSE(finds(puzzle->hardness - 1));
        int most_flips = 0;
        for (const Square move : squares_of(board.legal_moves()))
            most_flips = std::max(most_flips, count(board.flips(move)));
        if (puzzle->hardness == 0) CHECK(count(board.flips(puzzle->solution())) == most_flips);
        saw_easy |= puzzle->hardness == 0;
        saw_hard |= puzzle->hardness >= 3;
    }
    CHECK(saw_easy);
    CHECK(saw_hard);
}

TEST_CASE("of a game the hardest puzzle within the limits counts, with its place") {
    Engine engine = small_engine();
    Random random(11);
    for (int i = 0; i < 5; ++i) {
        Game game;
        while (!game.position().board.is_over())
            REQUIRE(game.play(random_move(game.position().board, random)));
        const auto hardest = hardest_puzzle(engine, game, short_ones, never);
        Position position;
        int greatest = -1;
        for (std::size_t ply = 0; ply < game.moves().size(); ++ply) {
            const auto puzzle = puzzle_at(engine, position, short_ones, never);
            if (puzzle) greatest = std::max(greatest, puzzle->hardness);
            if (hardest && hardest->ply == ply) CHECK(hardest->problem.position == position);
            position = position.after(game.moves()[ply].move);
        }
        CHECK((hardest ? hardest->hardness : -1) == greatest);
        PuzzleSettings harder = short_ones;
        harder.least_hardness = greatest + 1;
        CHECK_FALSE(hardest_puzzle(engine, game, harder, never));
        harder = short_ones;
        harder.least_empties = harder.most_empties = 20;
        harder.most_hardness = -1;
        CHECK_FALSE(hardest_puzzle(engine, game, harder, never));
    }
}

TEST_CASE("a stopped search finds no puzzle") {
    Engine engine = small_engine();
    Random random(7);
    const std::atomic<bool> stop = true;
    for (const Board& board : positions_with(8, 5, random))
        CHECK_FALSE(puzzle_at(engine, with_black_to_move(board), short_ones, stop));
}
