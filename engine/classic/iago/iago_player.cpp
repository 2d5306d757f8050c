#include "engine/classic/iago/iago_player.h"

#include "engine/classic/iago/iago_edges.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <optional>

namespace emilia::classic {
namespace {

constexpr int moves_of_game = 60;

// The article's times, in seconds.
constexpr double game = 30 * 60;
constexpr double kept_back = 150;
constexpr double overhead = 10;

struct Point {
    int move;
    double value;
};
/// The curve consists of straight lines between these points.
constexpr Point curve[] = {{1, 0.05}, {2, 0.6},  {3, 0.8},  {20, 1.0}, {40, 1.4},
                           {46, 2.2}, {50, 1.6}, {54, 0.4}, {60, 0.1}};

double marginal_value(int move) noexcept {
    const Point* right = curve;
    while (right->move < move) ++right;
    if (right->move == move) return right->value;
    const Point& left = *(right - 1);
    const double way = static_cast<double>(move - left.move) / (right->move - left.move);
    return left.value + way * (right->value - left.value);
}

/// How much longer than its budget a search may take (section 4.2).
constexpr double overrun = 1.3;

using SteadyClock = std::chrono::steady_clock;

double seconds_of_1982(const IagoCounts& counts) noexcept {
    return static_cast<double>(counts.evaluated) * seconds_per_evaluation_1982
           + static_cast<double>(counts.ends) * seconds_per_end_1982;
}

/// The time for a move.
struct Time {
    IagoBudget budget;
    std::optional<double> limit{}; ///< seconds until the search is interrupted
};

Time time_of(const Board& board, const MoveLimits& limits, IagoClock& clock) {
    const int move = move_number(board);
    const std::optional<double> available = time_limit(board, limits);
    if (!available)
        return {
            .budget = {.seconds = IagoClock::usual_allocation(move), .time = IagoTime::of_1982}};
    double seconds = *available / overrun; // leaves room for the overrun
    if (limits.clock) seconds = std::min(seconds, clock.allocation(move, *limits.clock));
    return {.budget = {.seconds = seconds, .time = IagoTime::real},
            .limit = std::min(overrun * seconds, *available)};
}

} // namespace

double iago_time_fraction(int move) noexcept {
    move = std::clamp(move, 1, moves_of_game);
    double left = 0; // dividing by it also normalizes the curve for each side
    for (int later = move; later <= moves_of_game; later += 2) left += marginal_value(later);
    constexpr double most = 0.4; // so that some time always remains for another move
    return std::min(most, marginal_value(move) / left);
}

double IagoClock::usual_share(int move) noexcept {
    move = std::clamp(move, 1, moves_of_game);
    double left = game - kept_back;
    for (int earlier = 2 - move % 2; earlier < move; earlier += 2)
        left -= left * iago_time_fraction(earlier);
    return left * iago_time_fraction(move);
}

double IagoClock::usual_allocation(int move) noexcept {
    return std::max(0.0, usual_share(move) - overhead);
}

double IagoClock::allocation(int move, const GameClock& clock) noexcept {
    if (!first_seen_) first_seen_ = clock.seconds;
    if (clock.moves) return std::max(0.0, clock.seconds) / std::max(1, *clock.moves);
    const double scale = *first_seen_ / game;
    const double left = std::max(0.0, clock.seconds - scale * kept_back);
    return std::max(0.0, left * iago_time_fraction(move) - scale * overhead) + clock.increment
           + clock.overtime;
}

/// Searches for one move, iteration by iteration.
class IagoMind::Deepening {
public:
    Deepening(IagoMind& mind, const Board& board, const IagoBudget& budget,
              const Interruption& interruption)
        : mind_(mind),
          budget_(budget),
          empties_(board.empties()),
          search_(board, mind.killers_, usual_saved_plies, interruption) {}

    IagoThought run() {
        bool more = true;
        while (more) more = iterate(next_goal());
        thought_.counts = search_.counts();
        return thought_;
    }

private:
    // How many plies further a search to the end of the game sees, if it may cost as much as one
    // more ply of a search for an estimate.
    static constexpr int difference_sees = 5;
    static constexpr int outcome_sees = 7;

    [[nodiscard]] double elapsed() const {
        if (budget_.time == IagoTime::of_1982) return seconds_of_1982(search_.counts());
        return std::chrono::duration<double>(SteadyClock::now() - start_).count();
    }

    [[nodiscard]] double growth(int plies) const {
        return mind_.growth_[static_cast<std::size_t>(1 - plies % 2)];
    }

    /// The time of the iteration that is `ahead` (1 or more) plies deeper than the last one.
    [[nodiscard]] double expected_seconds(int ahead) const {
        double seconds = last_seconds_;
        for (int ply = plies_ + 1; ply <= plies_ + ahead; ++ply) seconds *= growth(ply);
        return seconds;
    }

    [[nodiscard]] double left() const { return budget_.seconds - elapsed(); }

    /// Section 4.2: another iteration needs time for at least three first-ply nodes.
    [[nodiscard]] bool has_time_for_another() const {
        const int needed = std::min(3, first_ply_nodes_);
        return expected_seconds(1) * needed / first_ply_nodes_ <= left();
    }

    /// Section 4.3: after two more iterations the search for the difference of discs would be due.
    /// It takes about as long as a third iteration.
    [[nodiscard]] bool has_time_for_difference_later() const {
        return expected_seconds(1) + expected_seconds(2) + expected_seconds(3) <= left();
    }

    [[nodiscard]] IagoGoal next_goal() const {
        if (empties_ <= plies_ + difference_sees) return IagoGoal::difference;
        if (plies_ > 0 && empties_ <= plies_ + outcome_sees && !has_time_for_difference_later())
            return IagoGoal::outcome;
        return IagoGoal::estimate;
    }

    /// Returns false after the last iteration.
    bool iterate(IagoGoal goal) {
        const double start = elapsed();
        const Nodes nodes_before = search_.counts().evaluated;
        const IagoIteration iteration = search_.search(
            goal, plies_ + 1, [&](int searched) { return has_time_for_one_more(start, searched); });
        take(iteration, goal);
        if (goal != IagoGoal::estimate || !iteration.complete()) return false;
        ++plies_;
        last_seconds_ = elapsed() - start;
        learn_growth(search_.counts().evaluated - nodes_before);
        return has_time_for_another();
    }

    /// Section 4.2: another first-ply node may exceed the time for the move, but not by much.
    [[nodiscard]] bool has_time_for_one_more(double start, int searched) const {
        if (plies_ == 0) return true;
        const double now = elapsed();
        return now + (now - start) / searched <= overrun * budget_.seconds;
    }

    void take(const IagoIteration& iteration, IagoGoal goal) {
        first_ply_nodes_ = iteration.first_ply_nodes;
        if (iteration.searched > 0) {
            thought_.move = iteration.move;
            thought_.value = iteration.value;
            thought_.goal = goal;
        }
        if (goal == IagoGoal::estimate)
            thought_.depth =
                plies_ + static_cast<double>(iteration.searched) / iteration.first_ply_nodes;
    }

    /// Ignores the first two plies, which say little about the later ones.
    void learn_growth(Nodes nodes) {
        constexpr int first_that_counts = 3;
        constexpr double weight = 0.25; // our choice: the last few moves dominate
        if (plies_ >= first_that_counts) {
            double& average = mind_.growth_[static_cast<std::size_t>(1 - plies_ % 2)];
            const double seen = static_cast<double>(nodes) / static_cast<double>(last_nodes_);
            average += weight * (seen - average);
        }
        last_nodes_ = std::max(Nodes{1}, nodes);
    }

    IagoMind& mind_;
    const IagoBudget& budget_;
    SteadyClock::time_point start_ = SteadyClock::now();
    int empties_;
    IagoSearch search_;
    IagoThought thought_;
    int plies_ = 0; ///< completed
    int first_ply_nodes_ = 1;
    double last_seconds_ = 0; ///< of the last iteration
    Nodes last_nodes_ = 1;    ///< terminal nodes of the last iteration
};

IagoThought IagoMind::think(const Board& board, const IagoBudget& budget,
                            const Interruption& interruption) {
    if (in_game_) killers_.halve();
    in_game_ = true;
    return Deepening(*this, board, budget, interruption).run();
}

void IagoMind::new_game() noexcept {
    killers_.clear();
    growth_ = usual_growth;
    in_game_ = false;
}

IagoPlayer::IagoPlayer() {
    static_cast<void>(edge_tables()); // computing them must not cost thinking time
}

Decision IagoPlayer::choose(const Board& board, const MoveLimits& limits) {
    const Time time = time_of(board, limits, clock_);
    const Bitboard legal = board.legal_moves();
    if (legal == 0) return {Square::pass};
    const Square first = first_square(legal);
    if (count(legal) == 1) return {first};
    const IagoThought thought =
        mind_.think(board, time.budget, {deadline_in(time.limit), limits.stop});
    return {thought.move == Square::none ? first : thought.move, thought.counts.boards};
}

void IagoPlayer::new_game() {
    mind_.new_game();
    clock_.new_game();
}

std::unique_ptr<Player> make_iago(const PlayerKind&, const PlayerSettings&) {
    return std::make_unique<IagoPlayer>();
}

} // namespace emilia::classic
