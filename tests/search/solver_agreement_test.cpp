// A position has the same score under every symmetry, in every instruction set, with one
// thread and with two, with a tiny table and with a large one.

#include "engine/board/symmetry.h"
#include "engine/isa/instruction_set.h"
#include "tests/catch.h"
#include "tests/search/endgame_boards.h"
#include "tests/search/problems.h"

#include <optional>
#include <string>
#include <vector>

using namespace emilia;
using emilia::testing::Exceptions;
using emilia::testing::exceptions_in;
using emilia::testing::outcome_of;
using emilia::testing::plain_solve;
using emilia::testing::positions_with;
using emilia::testing::problems_of;
using emilia::testing::Random;
using emilia::testing::usual_and_odd_boards;

namespace {

struct SolvedBoard {
    Board board;
    int score;
};

/// 496 unfinished positions with 1 to 12 empties.
std::vector<Board> random_positions() {
    Random random(71);
    std::vector<Board> boards;
    const auto add = [&boards](const std::vector<Board>& candidates, int number) {
        for (const Board& board : candidates) {
            if (number == 0) break;
            if (board.is_over()) continue;
            boards.push_back(board);
            --number;
        }
    };
    for (int empties = 1; empties <= 8; ++empties) {
        add(usual_and_odd_boards(empties, 120, random), 59);
    }
    add(usual_and_odd_boards(10, 40, random), 16);
    add(positions_with(12, 20, random), 8);
    return boards;
}

/// Positions with 14 to 16 empties. They are large enough that threads share the work and that a
/// small table loses most of its entries.
std::vector<SolvedBoard> large_positions() {
    const std::vector<Problem> problems = problems_of("ffo/fforum-1-19.obf");
    std::vector<SolvedBoard> solved;
    for (const std::size_t i : {0U, 8U, 12U, 17U}) {
        solved.push_back({problems[i].position.board, problems[i].best_discs().value()});
    }
    return solved;
}

/// All positions of this test.
std::vector<SolvedBoard> solved_positions() {
    std::vector<SolvedBoard> solved = large_positions();
    for (const Board& board : random_positions()) solved.push_back({board, plain_solve(board)});
    return solved;
}

/// The results of a search of a position.
struct Answer {
    std::optional<Outcome> outcome; ///< if it was searched
    Score score;
};

/// Solves a position exactly; with `outcome_first`, after the win/loss/draw solver.
Answer answer(const InstructionSet& set, TranspositionTable& table, ThreadPool& threads,
              const Board& board, bool outcome_first) {
    SearchLimits limits;
    limits.exact_at = 60;
    if (outcome_first) limits.wld_at = 60;
    Answer answer;
    const auto note_outcome = [&answer](const SearchResult& result) {
        if (const auto outcome = result.lines.front().value.outcome()) answer.outcome = outcome;
    };
    const SearchResult result =
        set.search(table, embedded_weights(), threads, board, limits, {.iteration = note_outcome});
    REQUIRE(result.lines.front().kind == ScoreKind::exact);
    answer.score = result.lines.front().value.score();
    return answer;
}

void check_all_symmetries(const InstructionSet& set, TranspositionTable& table, ThreadPool& threads,
                          const SolvedBoard& solved) {
    for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
        const Board board = transformed(solved.board, symmetry);
        const bool outcome_first = symmetry % 2 == 1;
        CAPTURE(board.player, board.opponent, symmetry);
        const Answer found = answer(set, table, threads, board, outcome_first);
        REQUIRE(found.score == Score::from_discs(solved.score));
        REQUIRE(found.outcome.has_value() == outcome_first);
        if (outcome_first) REQUIRE(*found.outcome == outcome_of(solved.score));
    }
}

} // namespace

TEST_CASE("the 500 positions for all ways to solve have passes, wipe-outs and unfilled ends") {
    const std::vector<Board> boards = random_positions();
    CHECK(boards.size() + large_positions().size() == 500);
    const Exceptions found = exceptions_in(boards);
    CHECK(found.passes >= 100);
    CHECK(found.ending_unfilled >= 10);
    CHECK(found.ending_wiped_out >= 5);
}

TEST_CASE(
    "a score is the same for all symmetries, instruction sets, numbers of threads and tables") {
    const std::vector<SolvedBoard> positions = solved_positions();
    for (const std::size_t hash_megabytes : {0U, 64U}) {
        TranspositionTable table(hash_megabytes);
        for (const InstructionSet& set : instruction_sets()) {
            if (!set.runs_here) continue;
            for (const std::size_t threads : {1U, 2U}) {
                ThreadPool pool(threads);
                CAPTURE(hash_megabytes, std::string(set.name), threads);
                table.clear(); // another instruction set must not help
                for (const SolvedBoard& solved : positions) {
                    check_all_symmetries(set, table, pool, solved);
                }
            }
        }
    }
}

TEST_CASE("the table entries of an interrupted solver do not mislead the next one") {
    constexpr Nodes parts = 40;
    TranspositionTable table(1);
    SearchLimits exact;
    exact.exact_at = 60;
    SearchLimits wld;
    wld.wld_at = 60;
    wld.depth = 1;
    for (const SolvedBoard& solved : large_positions()) {
        const Board& board = solved.board;
        for (const std::size_t threads : {1U, 2U}) {
            ThreadPool pool(threads);
            const auto search = [&](const SearchLimits& limits) {
                return best_instruction_set().search(table, embedded_weights(), pool, board, limits,
                                                     {});
            };
            for (SearchLimits limits : {exact, wld}) {
                table.clear();
                const Nodes nodes = search(limits).nodes;
                for (Nodes part = 1; part < parts; ++part) {
                    table.clear();
                    limits.nodes = nodes * part / parts;
                    (void)search(limits);
                    CAPTURE(board.player, board.opponent, threads, limits.wld_at, part);
                    CHECK(search(exact).lines.front().value == Score::from_discs(solved.score));
                }
            }
        }
    }
}
