#include "engine/play/engine.h"

#include "engine/play/endgame_cost.h"

#include <algorithm>

namespace emilia {
namespace {

constexpr double default_move_seconds = 1.0;

// A guess for the first endgame; every solved one corrects it.
constexpr double first_solver_speed = 8e6;

// No move takes longer, whatever the clock says; and a clock that says 1e300 is no accident of
// arithmetic any more.
constexpr double longest_move_seconds = 24 * 3600;

Clock::time_point after(double seconds) {
    return Clock::now()
           + std::chrono::duration_cast<Clock::duration>(
               std::chrono::duration<double>(std::clamp(seconds, 0.0, longest_move_seconds)));
}

/// A time a move is kept with a little to spare for the reply's way out.
double usable(double seconds) {
    return seconds - std::min(0.015, 0.1 * seconds);
}

} // namespace

Engine::Engine(const EngineSettings& settings)
    : settings_(settings),
      searcher_(settings.threads, settings.hash_megabytes, *settings.variant, settings.weights),
      solver_speed_(first_solver_speed * settings.threads) {}

SearchLimits Engine::basic_limits(int lines, const std::atomic<bool>* stop) const {
    SearchLimits limits;
    limits.lines = lines;
    limits.stop = stop;
    limits.nodes = settings_.nodes;
    return limits;
}

Engine::Solvers Engine::choose_solvers(int empties, std::optional<double> seconds) const {
    if (settings_.depth) return {};
    const Level level = level_of(settings_.level.value_or(default_level));
    Solvers allowed{.wld = empties <= level.wld_at, .exact = empties <= level.exact_at};
    if (!seconds) return {.wld = allowed.wld && !allowed.exact, .exact = allowed.exact};
    if (!settings_.level) allowed = {.wld = true, .exact = true};
    const double affordable = *seconds * solver_speed_;
    const bool surely_exact = allowed.exact && exact_nodes(empties) < 0.3 * affordable;
    const bool perhaps_wld = wld_nodes(empties) < 0.2 * affordable;
    // Where the exact solver is well within reach there is no need to ask for the outcome first.
    return {.wld = allowed.wld && perhaps_wld && !surely_exact,
            .exact = surely_exact || (allowed.exact && perhaps_wld)};
}

void Engine::set_depths(SearchLimits& limits, int empties, std::optional<double> seconds) const {
    limits.depth =
        settings_.depth.value_or(level_of(settings_.level.value_or(default_level)).depth);
    const Solvers solvers = choose_solvers(empties, seconds);
    limits.wld_at = settings_.wld_at.value_or(solvers.wld ? empties : 0);
    limits.exact_at = settings_.exact_at.value_or(solvers.exact ? empties : 0);
    const bool too_early = settings_.exact_at && empties > *settings_.exact_at;
    if (too_early) limits.depth = std::min(limits.depth, empties - 1);
}

SearchResult Engine::choose_move(const Board& board, const std::optional<GameClock>& clock,
                                 const std::atomic<bool>* stop) {
    const int empties = board.empties();
    SearchLimits limits = basic_limits(1, stop);
    std::optional<double> seconds;
    if (settings_.seconds) seconds = usable(*settings_.seconds);
    if (clock) {
        const Allotment allotment = allot(*clock, empties);
        limits.no_new_iteration_after = after(allotment.target);
        seconds = std::min(seconds.value_or(longest_move_seconds), allotment.limit);
    } else if (!limited()) {
        seconds = default_move_seconds;
    }
    if (seconds) limits.deadline = after(*seconds);
    last_seconds_ = seconds;
    set_depths(limits, empties, seconds);
    if (count(board.legal_moves()) < 2) { // nothing to choose: just enough for a score to show
        constexpr Depth glance = 4;
        limits.depth = std::min(limits.depth, glance);
        limits.wld_at = limits.exact_at = 0;
    }
    return run(board, limits, {});
}

void Engine::think_ahead(const Board& board, const std::atomic<bool>& stop) {
    if (board.is_over()) return;
    SearchLimits glance = basic_limits(1, &stop);
    constexpr Depth depth_to_expect_by = 10;
    glance.depth = std::min(depth_to_expect_by, settings_.depth.value_or(depth_to_expect_by));
    const Square expected = run(board, glance, {}).lines.front().move;
    const Board answer_to = board.after(expected);
    if (stop || answer_to.is_over()) return;
    SearchLimits limits = basic_limits(1, &stop);
    set_depths(limits, answer_to.empties(), last_seconds_);
    run(answer_to, limits, {});
}

SearchResult Engine::analyse(const Board& board, int lines, std::optional<double> default_seconds,
                             const std::atomic<bool>* stop, const SearchProgress& progress) {
    SearchLimits limits = basic_limits(lines, stop);
    std::optional<double> seconds;
    if (settings_.seconds) seconds = usable(*settings_.seconds);
    if (!limited() && default_seconds) seconds = usable(*default_seconds);
    if (seconds) limits.deadline = after(*seconds);
    // Each line costs about as much as the first.
    const int moves = std::max(1, count(board.legal_moves()));
    if (seconds) seconds = *seconds / std::clamp(lines, 1, moves);
    set_depths(limits, board.empties(), seconds);
    const bool only_time = seconds && !settings_.depth && !settings_.level;
    if (only_time) limits.depth = board.empties() - (settings_.exact_at ? 1 : 0);
    return run(board, limits, progress);
}

SearchResult Engine::solve(const Board& board, int lines, const std::atomic<bool>* stop,
                           const SearchProgress& progress) {
    SearchLimits limits = basic_limits(lines, stop);
    if (settings_.seconds) limits.deadline = after(usable(*settings_.seconds));
    limits.exact_at = board.empties();
    return run(board, limits, progress);
}

SearchResult Engine::solve_outcome(const Board& board, int lines, const std::atomic<bool>* stop,
                                   const SearchProgress& progress) {
    SearchLimits limits = basic_limits(lines, stop);
    if (settings_.seconds) limits.deadline = after(usable(*settings_.seconds));
    limits.depth = board.empties() - 1;
    limits.wld_at = board.empties();
    return run(board, limits, progress);
}

SearchResult Engine::run(const Board& board, const SearchLimits& limits,
                         const SearchProgress& progress) {
    SearchResult result = searcher_.search(board, limits, progress);
    constexpr double least_seconds = 0.004; // anything shorter says little about the speed
    if (!result.lines.empty() && result.lines.front().certainty >= Certainty::wld
        && result.seconds > least_seconds) {
        solver_speed_ =
            0.5 * solver_speed_ + 0.5 * static_cast<double>(result.nodes) / result.seconds;
    }
    return result;
}

} // namespace emilia
