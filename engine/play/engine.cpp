#include "engine/play/engine.h"

#include "engine/base/deadline.h"
#include "engine/board/board.h"
#include "engine/board/symmetry.h"
#include "engine/play/search_cost.h"
#include "engine/play/time_management.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace emilia {
namespace {

constexpr double default_move_seconds = 1.0;

constexpr double first_midgame_speed = 6e6; // nodes per second of a thread; a guess
constexpr double solver_speed_up = 2;       // the solvers are faster; until one has run, a guess

constexpr double part_for_solving = 0.1; // of the clock, for the move that solves the game

constexpr double unlimited = std::numeric_limits<double>::infinity();

/// Returns the deliberate error of a weak level about the position after a move. It is nearly
/// normally distributed (a sum of four uniform numbers) with this deviation in discs, and depends
/// only on the position, whichever way the board is turned, so that games can be repeated.
Score deliberate_error(const Board& child, double deviation) noexcept {
    constexpr int parts = 4;
    const std::uint64_t random = hash(canonical(child));
    double sum = 0;
    for (int part = 0; part < parts; ++part)
        sum += static_cast<double>(random >> 16 * part & 0xffff) / 0xffff;
    return Score::nearest(deviation * (sum - parts / 2.0) / std::sqrt(parts / 12.0));
}

/// Subtracts a reserve for sending the reply from a move's time.
double usable(double seconds) {
    const double reserve = std::clamp(0.03 * seconds, 0.001, 0.015);
    return seconds - std::min(reserve, 0.1 * seconds);
}

/// The stricter of depth and level.
Depth greatest_depth(const EngineSettings& settings) {
    const Depth of_level = level_of(settings.level.value_or(default_level)).depth;
    if (!settings.depth) return of_level;
    return settings.level ? std::min(*settings.depth, of_level) : *settings.depth;
}

} // namespace

Engine::Engine(const EngineSettings& settings)
    : Engine(settings, std::make_unique<ThreadPool>(
                           static_cast<std::size_t>(std::max(settings.threads, 1)))) {}

Engine::Engine(const EngineSettings& settings, std::unique_ptr<ThreadPool> threads)
    : settings_(settings),
      searcher_(std::move(threads), settings.hash_megabytes, *settings.instruction_set,
                settings.weights),
      midgame_speed_(first_midgame_speed * settings.threads) {}

void Engine::change_limits(const EngineSettings& settings) {
    settings_.seconds = settings.seconds;
    settings_.depth = settings.depth;
    settings_.nodes = settings.nodes;
    settings_.level = settings.level;
    settings_.wld_at = settings.wld_at;
    settings_.exact_at = settings.exact_at;
}

SearchLimits Engine::basic_limits(int lines, const std::atomic<bool>* stop) const {
    SearchLimits limits;
    limits.lines = lines;
    limits.stop = stop;
    limits.nodes = settings_.nodes;
    return limits;
}

SearchLimits Engine::given_limits(int lines, const std::atomic<bool>* stop) const {
    SearchLimits limits = basic_limits(lines, stop);
    if (settings_.seconds) limits.deadline = deadline_in(usable(*settings_.seconds));
    return limits;
}

std::optional<double> Engine::affordable_nodes(std::optional<double> seconds, double speed) const {
    std::optional<double> nodes;
    if (seconds) nodes = *seconds * speed;
    if (settings_.nodes) {
        const auto limit = static_cast<double>(*settings_.nodes);
        nodes = std::min(nodes.value_or(limit), limit);
    }
    return nodes;
}

Engine::Solvers Engine::choose_solvers(int empties, std::optional<double> affordable) const {
    if (settings_.depth) return {};
    const Level level = level_of(settings_.level.value_or(default_level));
    Solvers allowed{.probable = empties <= level.probable_at,
                    .wld = empties <= level.wld_at,
                    .exact = empties <= level.exact_at};
    if (!affordable) {
        allowed.wld &= !allowed.exact;
        return allowed;
    }
    if (!settings_.level) allowed = {.probable = true, .wld = true, .exact = true};
    const bool surely_exact = allowed.exact && exact_nodes(empties) < 0.3 * *affordable;
    const bool perhaps_wld = wld_nodes(empties) < 0.3 * *affordable;
    const bool probable = probable_nodes(empties) < 0.5 * *affordable;
    // If the exact solver is surely affordable, skip the win/loss/draw solver. Otherwise the exact
    // solver gets the time that is left after the selective search and the win/loss/draw solver.
    return {.probable = allowed.probable && probable,
            .wld = allowed.wld && perhaps_wld && !surely_exact,
            .exact = allowed.exact && (surely_exact || perhaps_wld || probable)};
}

void Engine::set_depths(SearchLimits& limits, const Board& board,
                        std::optional<double> seconds) const {
    const int empties = board.empties();
    const Level level = level_of(settings_.level.value_or(default_level));
    auto affordable = affordable_nodes(seconds, solver_speed());
    // Each line costs about as much as the first, so each gets an equal share.
    const int moves = std::max(1, count(board.legal_moves()));
    if (affordable) *affordable /= std::clamp(limits.lines, 1, moves);
    if (settings_.depth || settings_.level || !affordable) limits.depth = greatest_depth(settings_);
    // With limited time, a selective search gets deeper than a confident one.
    if (!settings_.depth && !affordable) limits.confidence = level.confidence;
    const Solvers solvers = choose_solvers(empties, affordable);
    limits.probable_at = solvers.probable ? empties : 0;
    limits.wld_at = settings_.wld_at.value_or(solvers.wld ? empties : 0);
    limits.exact_at = settings_.exact_at.value_or(solvers.exact ? empties : 0);
    const bool too_early = settings_.exact_at && empties > *settings_.exact_at;
    if (too_early) {
        limits.depth = std::min(limits.depth, empties - 1);
        limits.probable_at = 0;
    }
}

double Engine::solver_speed() const noexcept {
    return solver_speed_.value_or(solver_speed_up * midgame_speed_);
}

Depth Engine::expected_depth(std::optional<double> seconds) const {
    const auto nodes = affordable_nodes(seconds, midgame_speed_);
    const Depth depth = greatest_depth(settings_);
    if (!nodes) return depth;
    const Depth affordable = affordable_depth(*nodes);
    return settings_.depth || settings_.level ? std::min(depth, affordable) : affordable;
}

std::optional<BookLine> Engine::book_move(const Board& board, std::optional<double> seconds,
                                          Score draw) {
    if (!settings_.book) return std::nullopt;
    const Level level = level_of(settings_.level.value_or(default_level));
    if (level.book_moves) {
        constexpr int discs_of_the_start = 4;
        const int moves_made = square_count - discs_of_the_start - board.empties();
        if (moves_made >= *level.book_moves) return std::nullopt;
        if (auto popular = settings_.book->choose_popular(board)) return popular;
    }
    return settings_.book->choose(board, expected_depth(seconds), draw);
}

SearchResult Engine::choose_move(const Board& board, const std::optional<GameClock>& clock,
                                 const std::atomic<bool>* stop, Score draw,
                                 const SearchProgress& progress) {
    const Clock::time_point begin = Clock::now();
    SearchLimits limits = basic_limits(1, stop);
    std::optional<double> seconds;
    if (settings_.seconds) seconds = usable(*settings_.seconds);
    std::optional<double> usual_seconds = seconds;
    std::optional<Allotment> allotment;
    if (clock) {
        lag_.see(*clock, board.empties());
        allotment = allot(*clock, board.empties(), lag_.seconds(),
                          solvable_empties(part_for_solving * clock->seconds * solver_speed()));
        usual_seconds = std::min(seconds.value_or(unlimited), allotment->target);
        if (allotment->keeps) {
            limits.enough = [thinking = ThinkingTime(*allotment)](const SearchResult& result,
                                                                  const Iteration& last,
                                                                  const Iteration& next) mutable {
                return thinking.enough(result.lines.front(), result.seconds, last, next);
            };
        }
        seconds = std::min(seconds.value_or(unlimited), allotment->limit);
    } else if (!limited()) {
        usual_seconds = seconds = default_move_seconds;
    }
    if (seconds) {
        seconds = stop_delay_.limit(*seconds);
        limits.deadline = deadline_in(*seconds);
    }
    last_seconds_ = seconds;
    set_depths(limits, board, seconds);
    const int moves = count(board.legal_moves());
    SearchResult result;
    std::optional<BookLine> known;
    if (moves > 1) {
        known = book_move(board, usual_seconds, draw);
    } else { // there is no choice; search just enough to show a score
        constexpr Depth shallow = 4;
        limits.depth = std::min(limits.depth, shallow);
        limits.probable_at = limits.wld_at = limits.exact_at = 0;
    }
    const double misjudgement = settings_.level ? level_of(*settings_.level).misjudgement : 0;
    if (known) {
        result.lines = {std::move(known->line)};
    } else {
        if (moves > 1 && misjudgement > 0) {
            limits.bonus = [misjudgement](const Board& child) {
                return deliberate_error(child, misjudgement);
            };
            limits.confidence = std::min(limits.confidence, Confidence::low);
            // An outcome doesn't compare with the errors, which are in discs.
            limits.wld_at = settings_.wld_at.value_or(0);
        }
        result = run(board, limits, progress);
    }
    if (seconds) {
        const double taken = std::chrono::duration<double>(Clock::now() - begin).count();
        stop_delay_.stopped(*seconds, taken);
        if (allotment) lag_.played(std::min(taken, allotment->limit));
    }
    return result;
}

void Engine::think_ahead(const Board& board, const std::atomic<bool>& stop) {
    if (board.is_over()) return;
    SearchLimits guess_limits = basic_limits(1, &stop);
    constexpr Depth guess_depth = 10;
    guess_limits.depth = std::min(guess_depth, settings_.depth.value_or(guess_depth));
    const Square expected = run(board, guess_limits, {}).lines.front().move;
    const Board answer_to = board.after(expected);
    if (stop || answer_to.is_over()) return;
    SearchLimits limits = basic_limits(1, &stop);
    set_depths(limits, answer_to, last_seconds_);
    run(answer_to, limits, {});
}

SearchLimits Engine::analysis_limits(const Board& board, int lines,
                                     std::optional<double> default_seconds,
                                     const std::atomic<bool>* stop) const {
    SearchLimits limits = basic_limits(lines, stop);
    std::optional<double> seconds;
    if (settings_.seconds) seconds = usable(*settings_.seconds);
    if (!limited() && default_seconds) seconds = usable(*default_seconds);
    if (seconds) limits.deadline = deadline_in(*seconds);
    set_depths(limits, board, seconds);
    return limits;
}

SearchResult Engine::analyze(const Board& board, int lines, std::optional<double> default_seconds,
                             const std::atomic<bool>* stop, const SearchProgress& progress) {
    return run(board, analysis_limits(board, lines, default_seconds, stop), progress);
}

SearchResult Engine::solve(const Board& board, int lines, const std::atomic<bool>* stop,
                           const SearchProgress& progress) {
    SearchLimits limits = given_limits(lines, stop);
    limits.exact_at = board.empties();
    return run(board, limits, progress);
}

SearchResult Engine::solve_outcome(const Board& board, int lines, const std::atomic<bool>* stop,
                                   const SearchProgress& progress) {
    SearchLimits limits = given_limits(lines, stop);
    limits.depth = board.empties() - 1;
    limits.wld_at = board.empties();
    return run(board, limits, progress);
}

SearchResult Engine::run(const Board& board, const SearchLimits& limits,
                         const SearchProgress& progress) {
    SearchResult result = searcher_.search(board, limits, progress);
    constexpr double min_seconds = 0.004; // shorter searches are too short to measure speed
    if (!result.lines.empty() && result.seconds > min_seconds) {
        const double speed = static_cast<double>(result.nodes) / result.seconds;
        // Of a search that was to go to the end, nearly all nodes are the solvers'.
        const int solved_at = std::max({limits.probable_at, limits.wld_at, limits.exact_at});
        if (board.empties() <= solved_at || result.lines.front().kind != ScoreKind::midgame) {
            solver_speed_ = 0.5 * solver_speed() + 0.5 * speed;
        } else {
            midgame_speed_ = 0.5 * midgame_speed_ + 0.5 * speed;
        }
    }
    return result;
}

} // namespace emilia
