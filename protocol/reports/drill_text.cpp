#include "protocol/reports/drill_text.h"

#include "engine/base/dates.h"
#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/notation/position.h"

#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace emilia {
namespace {

std::string scored_text(const ScoredMove& move) {
    return fmt::format("{} {:+d}", to_string(move.move), move.discs);
}

/// The best moves with their score: `g8 +18`, or `c4 and e6 +2`; of a repertoire its move.
std::string solution_text(const Problem& problem) {
    if (problem.is_of_repertoire()) return scored_text(problem.moves.front());
    std::vector<ScoredMove> best;
    for (const ScoredMove& move : problem.moves)
        if (move.discs == problem.best_discs()) best.push_back(move);
    std::string text;
    for (std::size_t i = 0; i + 1 < best.size(); ++i)
        text += fmt::format("{} and ", to_string(best[i].move));
    return text + scored_text(best.back());
}

/// What is said about a wrong move: how much worse it is than the right one, or in a repertoire
/// also that it isn't.
std::string correction(const Problem& problem, Square move) {
    const std::string solution = solution_text(problem);
    const auto discs = problem.discs_of(move);
    if (!discs) return fmt::format("Wrong: {}.", solution);
    const std::string answer = scored_text({move, *discs});
    const int right =
        problem.is_of_repertoire() ? problem.moves.front().discs : problem.best_discs().value_or(0);
    const auto difference = [&] {
        return counted(static_cast<std::uint64_t>(std::abs(right - *discs)), "disc");
    };
    if (*discs == right)
        return fmt::format("Wrong: {} is as good, but the repertoire has {}.", answer, solution);
    if (*discs > right)
        return fmt::format("Wrong: {} is better by {}, but the repertoire has {}.", answer,
                           difference(), solution);
    return fmt::format("Wrong: {} loses {}; {}.", answer, difference(), solution);
}

} // namespace

std::string question_of(const Problem& problem) {
    const auto to_move = to_string(problem.position.to_move);
    if (!problem.is_of_repertoire()) return fmt::format("The best move for {}?", to_move);
    const std::size_t colon = problem.remark.find(':');
    if (colon == std::string::npos) return fmt::format("Your move for {}?", to_move);
    const auto way = trimmed(std::string_view(problem.remark).substr(colon + 1));
    return fmt::format("After {}: your move for {}?", printable(way), to_move);
}

std::string to_text(const DrillVerdict& verdict) {
    const Problem& problem = verdict.problem;
    const std::string solution = solution_text(problem);
    if (!verdict.move) return fmt::format("{}.", solution);
    if (verdict.right) return fmt::format("Right: {}.", solution);
    return correction(problem, *verdict.move);
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
