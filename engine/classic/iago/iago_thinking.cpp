#include "engine/classic/iago/iago_thinking.h"

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace emilia::classic {
namespace {

using SteadyClock = std::chrono::steady_clock;

double seconds_of_1982(const IagoCounts& counts) noexcept {
    return static_cast<double>(counts.evaluated) * seconds_per_evaluation_1982
           + static_cast<double>(counts.ends) * seconds_per_end_1982;
}

} // namespace

/// Thinks about one move.
class IagoMind::Session {
public:
    Session(IagoMind& mind, const Board& board, const IagoBudget& budget,
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
        constexpr double at_most = 1.3;
        if (plies_ == 0) return true;
        const double now = elapsed();
        return now + (now - start) / searched <= at_most * budget_.seconds;
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
    return Session(*this, board, budget, interruption).run();
}

void IagoMind::new_game() noexcept {
    killers_.clear();
    growth_ = usual_growth;
    in_game_ = false;
}

} // namespace emilia::classic
