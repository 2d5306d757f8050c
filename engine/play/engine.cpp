#include "engine/play/engine.h"

#include "engine/play/endgame_cost.h"

#include <algorithm>

namespace emilia {
namespace {

constexpr double default_move_seconds = 1.0;

// A guess for the first endgame; every solved one corrects it.
constexpr double first_solver_speed = 8e6;

Clock::time_point after(double seconds) {
    // More than a year would overflow what follows, and is no limit to anybody.
    constexpr double longest = 3e7;
    return Clock::now()
           + std::chrono::duration_cast<Clock::duration>(
               std::chrono::duration<double>(std::clamp(seconds, 0.0, longest)));
}

/// A time a move is kept with a little to spare for the reply's way out.
double usable(double seconds) {
    return seconds - std::min(0.01, 0.1 * seconds);
}

} // namespace

Engine::Engine(const EngineSettings& settings)
    : settings_(settings),
      searcher_(settings.threads, settings.hash_megabytes),
      solver_speed_(first_solver_speed * settings.threads) {}

SearchLimits Engine::unhurried_limits(int lines, const std::atomic<bool>* stop) const {
    SearchLimits limits;
    limits.lines = lines;
    limits.stop = stop;
    limits.nodes = settings_.nodes;
    if (settings_.seconds) limits.deadline = after(usable(*settings_.seconds));
    return limits;
}

void Engine::set_depths(SearchLimits& limits, int empties, std::optional<double> seconds) const {
    const Level level = level_of(settings_.level.value_or(default_level));
    limits.depth = settings_.depth.value_or(level.depth);
    if (seconds) {
        // By clock and measured speed. Where even the exact solver is well within reach there is
        // no need to ask for the outcome first.
        const double affordable = *seconds * solver_speed_;
        const bool surely_exact = exact_nodes(empties) < 0.3 * affordable;
        const bool perhaps_wld = wld_nodes(empties) < 0.2 * affordable;
        limits.wld_at = perhaps_wld && !surely_exact ? empties : 0;
        limits.exact_at = surely_exact || perhaps_wld ? empties : 0;
        if (settings_.level) {
            if (empties > level.wld_at) limits.wld_at = 0;
            if (empties > level.exact_at) limits.exact_at = 0;
        }
    } else if (!settings_.depth) {
        limits.wld_at = level.wld_at;
        limits.exact_at = level.exact_at;
        if (empties <= level.exact_at) limits.wld_at = 0;
    }
    if (settings_.wld_at) limits.wld_at = *settings_.wld_at;
    if (settings_.exact_at) limits.exact_at = *settings_.exact_at;
}

SearchResult Engine::choose_move(const Board& board, const std::optional<GameClock>& clock,
                                 const std::atomic<bool>* stop) {
    const int empties = board.empties();
    SearchLimits limits = unhurried_limits(1, stop);
    std::optional<double> seconds;
    if (settings_.seconds) seconds = usable(*settings_.seconds);
    if (clock) {
        const Allotment allotment = allot(*clock, empties);
        limits.no_new_iteration_after = after(allotment.target);
        seconds = std::min(seconds.value_or(allotment.limit), allotment.limit);
    } else if (!limited()) {
        seconds = default_move_seconds;
    }
    if (seconds) limits.deadline = after(*seconds);
    set_depths(limits, empties, seconds);
    if (count(board.legal_moves()) < 2 && seconds && !settings_.depth) {
        limits.depth = 4; // enough for an evaluation to show
        limits.wld_at = limits.exact_at = 0;
    }
    return run(board, limits, {});
}

SearchResult Engine::analyse(const Board& board, int lines, std::optional<double> default_seconds,
                             const std::atomic<bool>* stop, const Searcher::Progress& progress) {
    SearchLimits limits = unhurried_limits(lines, stop);
    std::optional<double> seconds = settings_.seconds;
    if (!limited()) seconds = default_seconds;
    if (seconds) {
        limits.deadline = after(*seconds);
        // Each line costs about as much as the first.
        seconds = *seconds / std::clamp(lines, 1, std::max(1, count(board.legal_moves())));
    }
    set_depths(limits, board.empties(), seconds);
    if (seconds && !settings_.depth && !settings_.level) limits.depth = 60;
    return run(board, limits, progress);
}

SearchResult Engine::solve(const Board& board, int lines, const std::atomic<bool>* stop,
                           const Searcher::Progress& progress) {
    SearchLimits limits = unhurried_limits(lines, stop);
    limits.exact_at = board.empties();
    return run(board, limits, progress);
}

SearchResult Engine::solve_outcome(const Board& board, int lines, const std::atomic<bool>* stop) {
    SearchLimits limits = unhurried_limits(lines, stop);
    limits.depth = board.empties() - 1;
    limits.wld_at = board.empties();
    return run(board, limits, {});
}

SearchResult Engine::run(const Board& board, const SearchLimits& limits,
                         const Searcher::Progress& progress) {
    SearchResult result = searcher_.search(board, limits, progress);
    constexpr double least_seconds = 0.05; // anything shorter says little about the speed
    if (!result.lines.empty() && result.lines.front().certainty != Certainty::midgame
        && result.seconds > least_seconds) {
        solver_speed_ =
            0.5 * solver_speed_ + 0.5 * static_cast<double>(result.nodes) / result.seconds;
    }
    return result;
}

} // namespace emilia
