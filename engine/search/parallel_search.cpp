#include "engine/search/parallel_search.h"

#include "engine/search/root_search.h"
#include "engine/search/team.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace emilia {
namespace {

/// Midgame iterations before a search to the end starts: enough to order its first plies well, and
/// a small part of its cost. Where it may be cut short there must be a move to fall back on, too;
/// that is a tenth of the first look to the end with 24 empties, and less with more.
constexpr Depth presearch_depth(int empties, bool limited) noexcept {
    return std::max({1, empties / 2 - 2, limited ? empties - 10 : 0});
}

/// With fewer empties a solver is done before a rehearsal could help it: at 16 empties rehearsals
/// cost 1.09 times the nodes and 1.4 times the time, at 20 they begin to save both.
constexpr int least_rehearsed_empties = 20;

std::vector<Stage> plan(int empties, const SearchLimits& limits) {
    const bool wld = empties <= limits.wld_at;
    const bool exact = empties <= limits.exact_at;
    const bool to_the_end = wld || exact || empties <= limits.probable_at;
    const bool limited = limits.deadline || limits.nodes;
    const Depth deepest =
        std::min(limits.depth, to_the_end ? presearch_depth(empties, limited) : empties - 1);
    std::vector<Stage> stages;
    for (Depth depth = 1; depth <= deepest; ++depth) {
        stages.push_back({ScoreKind::midgame, depth, limits.confidence});
    }
    const auto add = [&](ScoreKind kind, Confidence confidence) {
        stages.push_back({kind, empties, confidence});
    };
    if (!to_the_end) {
        if (empties <= limits.depth) add(ScoreKind::exact, Confidence::certain);
        return stages;
    }
    const bool rehearse = empties >= least_rehearsed_empties;
    const auto add_look = [&](Confidence confidence) {
        if (confidence < limits.end_confidence) add(ScoreKind::exact, confidence);
    };
    // First of all a score to go by: the best move is nearly always known after this look.
    if (exact ? rehearse : !wld) add_look(Confidence::low);
    if (wld) {
        if (rehearse) add(ScoreKind::wld, Confidence::low);
        if (rehearse) add(ScoreKind::wld, Confidence::high);
        add(ScoreKind::wld, Confidence::certain);
    }
    if (exact) {
        if (rehearse) add_look(Confidence::high);
        add(ScoreKind::exact, limits.end_confidence);
    }
    return stages;
}

} // namespace

SearchResult parallel_search(TranspositionTable& table, const Weights& weights, int threads,
                             const Board& board, const SearchLimits& limits,
                             const SearchProgress& progress) {
    const Clock::time_point start = Clock::now();
    table.age();
    SearchControl control(limits.deadline, limits.nodes, limits.stop);
    SearchResult result;
    const auto measure = [&] {
        result.nodes = control.nodes();
        result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    };
    if (!board.is_over()) {
        const std::vector<Stage> stages = plan(board.empties(), limits);
        std::optional<Team> team;
        if (threads > 1) team.emplace(threads - 1, table, weights, control);
        SearchThread thread(table, weights, control, team ? &*team : nullptr);
        RootSearch root(thread, board, limits);
        const std::function<void()> pulse = [&] {
            measure();
            result.lines = root.lines();
            progress.pulse(result);
        };
        if (progress.pulse) thread.set_pulse(&pulse);
        thread.report(); // a stop that came before the search
        for (const Stage& stage : stages) {
            const bool finished = root.run(stage);
            result.interrupted = !finished;
            thread.report();
            result.lines = root.lines();
            if (!finished) break;
            measure();
            if (progress.iteration) progress.iteration(result);
            if (limits.enough && limits.enough(result)) break;
        }
        if (result.lines.empty()) result.lines = root.lines();
    }
    measure();
    return result;
}

} // namespace emilia
