// Searches with several threads that are stopped at random moments. The short run is a long test,
// the long one a benchmark, which prints how soon the searches ended.

#include "engine/play/searcher.h"
#include "tests/catch.h"
#include "tests/search/plain_search.h"
#include "tests/search/problems.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <iostream>
#include <thread>
#include <vector>

#include <fmt/format.h>

using namespace emilia;
using emilia::testing::problems_of;
using emilia::testing::Random;

namespace {

using Latency = std::chrono::duration<double, std::milli>;

/// Searches a problem and stops at a random moment. Checks the result so far, and returns how long
/// the search went on after the stop.
Latency stop_at_random(Searcher& searcher, const Problem& problem, Random& random) {
    std::atomic<bool> stop = false;
    Clock::time_point stopped_at;
    std::thread stopper([&, delay = std::chrono::microseconds(random() % 20'000)] {
        std::this_thread::sleep_for(delay);
        stopped_at = Clock::now();
        stop = true;
    });
    SearchLimits limits;
    limits.stop = &stop;
    (random() % 2 == 0 ? limits.exact_at : limits.wld_at) = 60;
    const SearchResult result = searcher.search(problem.position.board, limits);
    const Clock::time_point ended_at = Clock::now();
    stopper.join();

    const Line& best = result.lines.front();
    REQUIRE(problem.position.board.is_legal(best.move));
    // Other moves, not searched any more, may be better.
    if (best.kind == ScoreKind::exact)
        REQUIRE(best.score.whole_discs() == problem.discs_of(best.move));
    const auto sign = [](int discs) { return (discs > 0) - (discs < 0); };
    if (best.kind == ScoreKind::wld && best.score >= Score())
        REQUIRE(sign(best.score.whole_discs()) == sign(problem.best_discs().value()));
    return std::max(Latency(0), Latency(ended_at - stopped_at));
}

std::vector<Latency> latencies_of_stops(int number) {
    const std::vector<Problem> problems = problems_of("ffo/fforum-20-39.obf");
    Random random(47);
    std::vector<Latency> latencies;
    while (static_cast<int>(latencies.size()) < number) {
        const Problem& problem = problems[random() % problems.size()];
        const int threads = 2 + static_cast<int>(random() % 7);
        Searcher searcher(threads, 16);
        for (int i = 0; i < 20; ++i) latencies.push_back(stop_at_random(searcher, problem, random));
        // What the stopped searches left in the table must not mislead the next one.
        SearchLimits limits;
        limits.wld_at = 60;
        const Score outcome = searcher.search(problem.position.board, limits).lines.front().score;
        REQUIRE((outcome > Score()) == (problem.best_discs().value() > 0));
        REQUIRE((outcome < Score()) == (problem.best_discs().value() < 0));
    }
    return latencies;
}

} // namespace

TEST_CASE("a search of several threads that is stopped at any moment tells nothing wrong",
          "[.long]") {
    CHECK(latencies_of_stops(400).size() >= 400);
}

TEST_CASE("how soon a search of several threads ends when it is stopped", "[.benchmark]") {
    std::vector<Latency> latencies = latencies_of_stops(10'000);
    std::sort(latencies.begin(), latencies.end());
    const auto at = [&latencies](double part) {
        return latencies[static_cast<std::size_t>(part * static_cast<double>(latencies.size() - 1))]
            .count();
    };
    std::cout << fmt::format("{} stops: median {:.2f} ms, 99 % {:.2f} ms, 99.9 % {:.2f} ms, "
                             "longest {:.2f} ms\n",
                             latencies.size(), at(0.5), at(0.99), at(0.999), at(1));
}
