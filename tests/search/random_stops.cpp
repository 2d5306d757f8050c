#include "tests/search/random_stops.h"

#include "engine/notation/position.h"
#include "engine/play/searcher.h"

#include <algorithm>
#include <atomic>
#include <thread>

#include <fmt/format.h>

namespace emilia::testing {

namespace {

constexpr std::size_t stops_of_problem = 20;

constexpr Outcome outcome_of_discs(int discs) {
    return outcome_of(Score::from_discs(discs));
}

void demand(bool holds, const Problem& problem, int threads, const Line& line) {
    if (holds) return;
    throw WrongAnswer(fmt::format("{}\n{} threads, stopped: {} scores {}, kind {}", to_obf(problem),
                                  threads, to_string(line.move), line.value.number(),
                                  static_cast<int>(line.kind)));
}

void check(const Problem& problem, int threads, const Line& best) {
    demand(problem.position.board.is_legal(best.move), problem, threads, best);
    // Other moves, not searched any more, may be better.
    if (best.kind == ScoreKind::exact) {
        demand(best.value.score().whole_discs() == problem.discs_of(best.move), problem, threads,
               best);
    }
    if (best.kind == ScoreKind::wld && best.value.outcome() >= Outcome::draw) {
        const int discs = problem.discs_of(best.move).value_or(problem.best_discs().value());
        demand(best.value.outcome() == outcome_of_discs(discs), problem, threads, best);
    }
}

/// Stops a search within `longest`. None if it ended before its stop.
std::optional<Latency> stop_once(Searcher& searcher, int threads, const Problem& problem,
                                 std::chrono::microseconds longest, Random& random) {
    std::atomic<bool> stop = false;
    Clock::time_point stopped_at;
    std::thread stopper([&, delay = longest * below(random, 1000) / 1000] {
        std::this_thread::sleep_for(delay);
        stopped_at = Clock::now();
        stop = true;
    });
    SearchLimits limits;
    limits.stop = &stop;
    (random() % 2 == 0 ? limits.exact_at : limits.wld_at) = 60;
    if (random() % 2 == 0) {
        limits.bonus = [](const Board& child) {
            return Score::from_discs(static_cast<int>(hash(child) % 20));
        };
    }
    const SearchResult result = searcher.search(problem.position.board, limits);
    const Clock::time_point ended_at = Clock::now();
    stopper.join();
    check(problem, threads, result.lines.front());
    if (!result.interrupted) return std::nullopt;
    return Latency(ended_at - stopped_at);
}

} // namespace

std::vector<Latency> stop_at_random_moments(const std::vector<Problem>& problems, Random& random) {
    const Problem& problem = problems[random() % problems.size()];
    const int threads = 2 + below(random, 7);
    Searcher searcher(threads, 16);
    std::vector<Latency> latencies;
    std::chrono::microseconds longest = std::chrono::milliseconds(20);
    while (latencies.size() < stops_of_problem) {
        if (const auto latency = stop_once(searcher, threads, problem, longest, random)) {
            latencies.push_back(*latency);
        } else {
            searcher.forget(); // what it knows would end the next searches as soon
            longest = std::max(longest / 2, std::chrono::microseconds(100));
        }
    }
    // What the stopped searches left in the table must not mislead the next one.
    SearchLimits limits;
    limits.wld_at = 60;
    const Line best = searcher.search(problem.position.board, limits).lines.front();
    demand(best.value.outcome() == outcome_of_discs(problem.best_discs().value()), problem, threads,
           best);
    return latencies;
}

} // namespace emilia::testing
