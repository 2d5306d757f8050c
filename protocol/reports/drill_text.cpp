#include "protocol/reports/drill_text.h"

#include "engine/base/dates.h"
#include "engine/notation/position.h"

#include <vector>

#include <fmt/format.h>

namespace emilia {
namespace {

std::string scored_text(const ScoredMove& move) {
    return fmt::format("{} {:+d}", to_string(move.move), move.discs);
}

/// The best moves with their score: `g8 +18`, or `c4 and e6 +2`.
std::string solution_text(const Problem& problem) {
    std::vector<ScoredMove> best;
    for (const ScoredMove& move : problem.moves)
        if (move.discs == problem.best_discs()) best.push_back(move);
    std::string text;
    for (std::size_t i = 0; i + 1 < best.size(); ++i)
        text += fmt::format("{} and ", to_string(best[i].move));
    return text + scored_text(best.back());
}

} // namespace

std::string question_of(const Problem& problem) {
    return fmt::format("The best move for {}?", to_string(problem.position.to_move));
}

std::string to_text(const DrillVerdict& verdict) {
    const Problem& problem = verdict.problem;
    const std::string solution = solution_text(problem);
    if (!verdict.move) return fmt::format("{}.", solution);
    if (verdict.right) return fmt::format("Right: {}.", solution);
    const auto discs = problem.discs_of(*verdict.move);
    if (!discs) return fmt::format("Wrong: {}.", solution);
    return fmt::format("Wrong: {} loses {} discs; {}.", scored_text({*verdict.move, *discs}),
                       problem.best_discs().value_or(0) - *discs, solution);
}

std::string summary_of(const Drill& drill) {
    std::string text;
    if (drill.answered() > 0)
        text = fmt::format("{} of {} right. ", drill.right(), drill.answered());
    const auto next = drill.next_due();
    if (!next) return text;
    if (*next == drill.today()) return text + "More are due today.";
    return text + fmt::format("The next is due on {}.", to_string(*next));
}

} // namespace emilia
