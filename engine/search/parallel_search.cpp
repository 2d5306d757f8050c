#include "engine/search/parallel_search.h"

#include "engine/search/root_search.h"
#include "engine/search/teams.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <optional>
#include <vector>

namespace emilia {
namespace {

/// The depth of the last midgame iteration before a search to the end: deep enough to order the
/// first plies of that search well, and a small part of its cost. If the search to the end may run
/// out of time, there must be a good move to fall back on, too. That also saves nodes from 24
/// empties on: with 28, the first selective search to the end took 3.8 million nodes after three
/// plies less, 4.4 million after seven and 10.4 million after ten (medians of 16 to 24 positions).
constexpr Depth presearch_depth(int empties, bool limited) noexcept {
    const int less = std::clamp(56 - 2 * empties, 3, 10);
    return std::max({1, empties / 2 - 2, limited ? empties - less : 0});
}

/// With fewer empties a solver is done before selective searches could help it. At 16 empties they
/// cost 1.09 times the nodes and 1.4 times the time, at 20 they begin to save both.
constexpr int least_selective_empties = 20;

/// A second, more confident one pays from here on. Without it, three problems of FFO 40–49 with 24
/// and 25 empties took 0.93 of the time, and FFO 50 with 26 empties 1.04 of the nodes.
constexpr int least_twice_selective_empties = 26;

std::vector<Iteration> plan(int empties, const SearchLimits& limits) {
    const bool wld = empties <= limits.wld_at;
    const bool to_the_end = wld || empties <= limits.exact_at || empties <= limits.probable_at;
    // A depth that reaches the end asks for an exact score, too.
    const bool exact = empties <= (to_the_end ? limits.exact_at : limits.depth);
    const bool limited = limits.deadline || limits.nodes;
    const Depth deepest =
        std::min(limits.depth, to_the_end ? presearch_depth(empties, limited) : empties - 1);
    std::vector<Iteration> iterations;
    for (Depth depth = 1; depth <= deepest; ++depth) {
        iterations.push_back({SearchMethod::midgame, depth, limits.confidence});
    }
    const auto add = [&](SearchMethod method, Confidence confidence) {
        iterations.push_back({method, empties, confidence});
    };
    if (!to_the_end && !exact) return iterations;
    const bool selective = empties >= least_selective_empties;
    const auto add_selective = [&](Confidence confidence) {
        if (confidence < limits.end_confidence) add(SearchMethod::exact, confidence);
    };
    // This first search gives a score to start from, and nearly always finds the best move.
    if (exact ? selective : !wld) add_selective(Confidence::low);
    if (wld) {
        if (selective) add(SearchMethod::wld, Confidence::low);
        if (selective) add(SearchMethod::wld, Confidence::high);
        add(SearchMethod::wld, Confidence::certain);
    }
    if (exact) {
        // A limited search may end before the exact one does, with the result of the last one.
        if (selective && limited) add_selective(Confidence::fair);
        if (selective && (limited || empties >= least_twice_selective_empties))
            add_selective(Confidence::high);
        if (selective && limited) add_selective(Confidence::very_high);
        add(SearchMethod::exact, limits.end_confidence);
    }
    return iterations;
}

Depth deepest_midgame(const std::vector<Iteration>& iterations) noexcept {
    Depth deepest = 0;
    for (const Iteration& iteration : iterations)
        if (iteration.method == SearchMethod::midgame) deepest = iteration.depth;
    return deepest;
}

} // namespace

SearchResult parallel_search(TranspositionTable& table, const Weights& weights, ThreadPool& threads,
                             const Board& board, const SearchLimits& limits,
                             const SearchProgress& progress) {
    const Clock::time_point start = Clock::now();
    table.age();
    SearchControl control(limits, threads);
    SearchResult result;
    const auto measure = [&] {
        result.nodes = control.nodes();
        result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    };
    if (!board.is_over()) {
        const std::vector<Iteration> iterations = plan(board.empties(), limits);
        std::optional<Teams> teams;
        if (threads.size() > 1) {
            teams.emplace(threads, table, weights, control, board, limits,
                          deepest_midgame(iterations));
        }
        SearchThread thread(table, weights, control, teams ? &teams->main() : nullptr);
        RootSearch root(thread, board, limits);
        std::exception_ptr failure;
        const std::function<void()> pulse = [&] { // called where nothing may be thrown
            if (failure) return;
            try {
                measure();
                result.lines = root.lines();
                progress.pulse(result);
            } catch (...) {
                failure = std::current_exception();
                control.stop();
            }
        };
        if (progress.pulse) thread.set_pulse(&pulse);
        thread.report(); // notices a stop that came before the search
        for (auto iteration = iterations.begin(); iteration != iterations.end(); ++iteration) {
            const auto next = std::next(iteration);
            if (teams && iteration->method == SearchMethod::midgame) {
                teams->begin(iteration->depth);
            } else if (teams) {
                teams->unite();
            }
            const bool finished = root.run(*iteration);
            if (finished && next != iterations.end()) root.put_easiest_first(*iteration);
            result.interrupted = !finished;
            thread.report();
            result.lines = root.lines();
            if (!finished) break;
            measure();
            if (progress.iteration) progress.iteration(result);
            if (next != iterations.end() && limits.enough
                && limits.enough(result, *iteration, *next))
                break;
        }
        if (failure) std::rethrow_exception(failure);
        if (result.lines.empty()) result.lines = root.lines();
    }
    measure();
    return result;
}

} // namespace emilia
