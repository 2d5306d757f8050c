#include "engine/search/parallel_search.h"

#include "engine/search/root_search.h"

#include <algorithm>
#include <system_error>
#include <thread>
#include <vector>

namespace emilia {
namespace {

/// Midgame iterations before a solver starts: enough to order its first plies well, and a small
/// part of its cost.
constexpr Depth presearch_depth(int empties) noexcept {
    return std::max(1, empties / 2 - 1);
}

std::vector<Stage> plan(int empties, const SearchLimits& limits) {
    const bool wld = empties <= limits.wld_at;
    const bool solver_asked_for = wld || empties <= limits.exact_at;
    const bool exact = empties <= limits.exact_at || empties <= limits.depth;
    const Depth deepest =
        std::min(limits.depth, solver_asked_for ? presearch_depth(empties) : empties - 1);
    std::vector<Stage> stages;
    for (Depth depth = 1; depth <= deepest; ++depth) {
        stages.push_back({Certainty::midgame, depth});
    }
    if (wld) stages.push_back({Certainty::wld, empties});
    if (exact) stages.push_back({Certainty::exact, empties});
    return stages;
}

/// Threads that run the same search until the control stops it.
class Helpers {
public:
    Helpers(int number, TranspositionTable& table, SearchControl& control, const Board& board,
            const std::vector<Stage>& stages, int lines)
        : control_(control) {
        const auto help = [&table, &control, &board, &stages, lines](int id) {
            SearchThread thread(table, control, id);
            RootSearch root(thread, board, lines);
            for (const Stage& stage : stages) {
                if (!root.run(stage)) break;
            }
            thread.report();
        };
        threads_.reserve(static_cast<std::size_t>(number));
        try {
            for (int id = 1; id <= number; ++id) threads_.emplace_back(help, id);
        } catch (const std::system_error&) {
            // The system has no more threads to give; those that run are enough.
        }
    }
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;
    ~Helpers() {
        control_.stop();
        for (std::thread& thread : threads_) thread.join();
    }

private:
    SearchControl& control_;
    std::vector<std::thread> threads_;
};

} // namespace

SearchResult parallel_search(TranspositionTable& table, int threads, const Board& board,
                             const SearchLimits& limits, const SearchProgress& progress) {
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
        SearchThread thread(table, control, 0);
        RootSearch root(thread, board, limits.lines);
        thread.report(); // a stop that came before the search
        const Helpers helpers(threads - 1, table, control, board, stages, limits.lines);
        for (const Stage& stage : stages) {
            const bool finished = root.run(stage);
            thread.report();
            result.lines = root.lines();
            if (!finished) break;
            measure();
            if (progress) progress(result);
            if (limits.no_new_iteration_after && Clock::now() >= *limits.no_new_iteration_after) {
                break;
            }
        }
        if (result.lines.empty()) result.lines = root.lines();
    }
    measure();
    return result;
}

} // namespace emilia
