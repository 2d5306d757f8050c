#include "engine/play/time_management.h"

#include "engine/base/constants.h"
#include "engine/play/search_cost.h"

#include <algorithm>
#include <cmath>

namespace emilia {

Allotment allot(const GameClock& clock, int empties, double lag, int solved_from) noexcept {
    const int own_moves = std::max(1, (empties + 1) / 2);
    // The flag has fallen, but the game continues: there is no time left to keep.
    if (clock.seconds <= 0 && clock.overtime <= 0)
        return {.target = seconds_behind_flag, .limit = seconds_behind_flag, .keeps = false};

    // Delays between the clock and the engine (GUI, pipe, scheduler) cost time: reserve some for
    // this move and a little for each later one.
    constexpr double usual_lag = 0.003;
    constexpr double caution = 1.25; // the lag is only an average
    const int moves_on_clock = clock.moves ? std::clamp(*clock.moves, 1, own_moves) : own_moves;
    const double lost_later = std::max(0.0, caution * lag - clock.increment);
    const double lost = std::max(usual_lag * (moves_on_clock - 1),
                                 caution * lag + lost_later * (moves_on_clock - 1));
    // If the clock can't bear the lag, something is left to think with nevertheless.
    constexpr double most_kept = 0.9;
    const double reserve =
        std::clamp(0.05 * clock.seconds, 0.015, 0.5)
        + std::min(lost, std::max(usual_lag * moves_on_clock, most_kept * clock.seconds));
    const double usable = std::max(0.0, clock.seconds - reserve);

    const int long_moves = std::max(0, (empties - solved_from) / 2) + 2; // the others take no time
    int moves = std::min(own_moves, long_moves);
    if (clock.moves) moves = std::clamp(*clock.moves, 1, moves);

    constexpr double most_added =
        0.8; // of what a move adds to the clock, or needs not take from it
    const double overtime = most_added * clock.overtime;
    const double share = std::min(usable, usable / moves + most_added * clock.increment) + overtime;
    // A move may exceed its share to finish an iteration, but must leave enough for the others.
    const double limit =
        moves == 1 ? usable + overtime
                   : std::min(constants::clock_limit / 100.0 * share, 0.5 * usable + overtime);
    Allotment allotment{.target = std::min(constants::clock_target / 100.0 * share, limit),
                        .limit = std::min(limit, usable + overtime)};
    allotment.keeps = own_moves == 1 || (clock.moves ? *clock.moves > 1 : usable > 0);
    if (!allotment.keeps) allotment.target = allotment.limit;
    // Some plies are worth the risk even on the last milliseconds.
    constexpr double least_part = 0.25; // of what all moves would get without any reserve
    const double least = std::min(seconds_behind_flag, least_part * clock.seconds / own_moves);
    allotment.target = std::max(allotment.target, least);
    allotment.limit = std::max(allotment.limit, least);
    return allotment;
}

void ClockLag::see(const GameClock& clock, int empties) noexcept {
    if (before_ && played_ && empties_before_ == empties + 2) {
        const double lost = before_->seconds + before_->increment - *played_ - clock.seconds;
        // Otherwise it is another game, or the time was renewed. A clock in whole seconds loses and
        // gains in turn.
        constexpr double most_lost = 1;
        constexpr double weight = 0.25; // of the last move
        if (std::abs(lost) <= most_lost) lag_ += weight * (lost - lag_);
    }
    before_ = clock;
    empties_before_ = empties;
    played_.reset();
}

void StopDelay::stopped(double limit, double taken) noexcept {
    if (taken < limit) return;         // it ended by itself
    constexpr double remembered = 0.9; // a delay comes again within some ten moves
    delay_ = std::max(taken - limit, remembered * delay_);
}

bool ThinkingTime::enough(const Line& best, double seconds, const Iteration& last,
                          const Iteration& next) noexcept {
    unchanged_ = best.move == move_ ? unchanged_ + 1 : 0;
    move_ = best.move;
    // Scores of odd and even depths are biased in opposite directions, so compare with the score
    // two iterations ago.
    const Score score = best.value.in_discs();
    const double drop = score_before_ ? (*score_before_ - score).discs() : 0;
    score_before_ = score_;
    score_ = score;

    constexpr int stable = 5; // iterations
    double share = unchanged_ >= stable ? constants::clock_stable / 100.0
                   : unchanged_ == 0    ? constants::clock_new_move / 100.0
                                        : 1;
    constexpr double harmless_drop = 1;
    constexpr double serious_drop = 5;
    share *= 1 + std::clamp((drop - harmless_drop) / (serious_drop - harmless_drop), 0.0, 1.0);
    // The next search to the end is expected to take as many times the time of the last one as
    // usual.
    const auto known = end_nodes(last);
    const auto wanted = end_nodes(next);
    const bool is_hopeless = known && wanted && seconds * *wanted / *known > allotment_.limit;
    return is_hopeless || seconds >= std::min(share * allotment_.target, allotment_.limit);
}

} // namespace emilia
