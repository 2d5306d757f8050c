// The solvers of all instruction sets against one that shares no code with them.

#include "engine/play/searcher.h"
#include "tests/reliability/plain_solver.h"
#include "tests/reliability/positions.h"
#include "tests/reliability/rows.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

namespace emilia::testing {

namespace {

/// A searcher with what a finding says about it.
struct Contestant {
    std::string name;
    Searcher searcher;
};

/// One for each instruction set that runs here.
std::vector<Contestant> draw_contestants(Random& random) {
    std::vector<Contestant> contestants;
    for (const InstructionSet& set : instruction_sets()) {
        if (!set.runs_here) continue;
        const int threads = 1 + below(random, 4);
        const std::size_t megabytes = std::size_t{1} << below(random, 7);
        contestants.push_back(
            {fmt::format("{}, {} threads, a table of {} MB", set.name, threads, megabytes),
             Searcher(threads, megabytes, set)});
    }
    return contestants;
}

enum class Order { exact, outcome, outcome_and_exact };

struct Answer {
    std::optional<int> outcome;
    std::optional<int> discs;
};

Answer solve(Searcher& searcher, const Board& board, Order order) {
    SearchLimits limits;
    if (order != Order::exact) limits.wld_at = 60;
    if (order != Order::outcome) {
        limits.exact_at = 60;
    } else {
        limits.depth = 1;
    }
    Answer answer;
    const auto note = [&answer](const SearchResult& result) {
        if (const auto outcome = result.lines.front().value.outcome())
            answer.outcome = sign(*outcome);
    };
    const SearchResult result = searcher.search(board, limits, {.iteration = note});
    const Line& best = result.lines.front();
    if (best.kind == ScoreKind::exact) answer.discs = best.value.score().whole_discs();
    return answer;
}

std::string text_of(const std::optional<int>& number) {
    return number ? fmt::format("{:+}", *number) : "none";
}

void check(Contestant& contestant, const PlainDiscs& discs, int expected, Order order,
           std::uint64_t part_seed) {
    const auto sign = [](int score) { return (score > 0) - (score < 0); };
    Answer right;
    if (order != Order::exact) right.outcome = sign(expected);
    if (order != Order::outcome) right.discs = expected;
    const Answer found = solve(contestant.searcher, as_board(discs), order);
    if (found.outcome == right.outcome && found.discs == right.discs) return;
    throw Finding(fmt::format("{}\n{}: score {} instead of {}, outcome {} instead of {}\nto repeat "
                              "it: --seed {}",
                              as_text(discs), contestant.name, text_of(found.discs),
                              text_of(right.discs), text_of(found.outcome), text_of(right.outcome),
                              part_seed));
}

/// The score that the contestant finds, after the plain solver has proved it.
int proven_score(Contestant& contestant, PlainSolver& plain, const PlainDiscs& discs,
                 std::uint64_t part_seed) {
    const std::optional<int> found =
        solve(contestant.searcher, as_board(discs), Order::exact).discs;
    if (found) {
        const int value = plain.solve(discs, *found - 1, *found + 1);
        if (value == *found) return value;
        throw Finding(fmt::format(
            "{}\n{}: score {:+}, but it is {:+} or {}\nto repeat it: --seed {}", as_text(discs),
            contestant.name, *found, value, value < *found ? "less" : "more", part_seed));
    }
    throw Finding(fmt::format("{}\n{}: no exact score\nto repeat it: --seed {}", as_text(discs),
                              contestant.name, part_seed));
}

} // namespace

Summary run_exact(Run& run, int least, int most) {
    constexpr int positions_in_part = 200;
    const Positions positions;
    PlainSolver plain;
    std::size_t contestants_number = 0;
    while (run.goes_on()) {
        Random random = run.next_part();
        std::vector<Contestant> contestants = draw_contestants(random);
        contestants_number = contestants.size();
        for (int i = 0; i < positions_in_part && run.goes_on(); ++i) {
            const PlainDiscs discs =
                positions.draw(random, least + below(random, most - least + 1));
            const int expected = proven_score(contestants.front(), plain, discs, run.part_seed());
            for (Contestant& contestant : contestants) {
                const Order order = static_cast<Order>(below(random, 3));
                check(contestant, discs, expected, order, run.part_seed());
            }
            run.finish_case();
        }
    }
    return {fmt::format(
                "{} positions with {} to {} empty squares, each in {} instruction sets with 1 to 4 "
                "threads and 1 to 64 MB",
                run.done(), least, most, contestants_number),
            "no score and no outcome differs"};
}

} // namespace emilia::testing
