#include "engine/classic/iago/iago_player.h"

#include <algorithm>
#include <chrono>
#include <optional>

namespace emilia::classic {
namespace {

using SteadyClock = std::chrono::steady_clock;

/// What a move may take, and when it is due whatever happens.
struct Time {
    IagoBudget budget;
    std::optional<double> limit{}; ///< seconds
};

Time time_of(const Board& board, const Thinking& thinking, IagoClock& clock) {
    constexpr double overrun = 1.3; // as between two first-ply nodes (section 4.2)
    const int move = move_number(board);
    if (!thinking.seconds && !thinking.clock)
        return {
            .budget = {.seconds = IagoClock::usual_allocation(move), .time = IagoTime::of_1982}};
    if (!thinking.clock) {
        return {.budget = {.seconds = *thinking.seconds, .time = IagoTime::real},
                .limit = overrun * *thinking.seconds};
    }
    const double seconds = thinking.seconds.value_or(clock.allocation(move, *thinking.clock));
    const double limit = allot(*thinking.clock, board.empties()).limit;
    return {.budget = {.seconds = std::min(seconds, limit), .time = IagoTime::real},
            .limit = std::min(overrun * seconds, limit)};
}

std::optional<SteadyClock::time_point> deadline(const Time& time) {
    if (!time.limit) return std::nullopt;
    constexpr double longest = 1e6; // the clock's own unit has an end
    return SteadyClock::now()
           + std::chrono::duration_cast<SteadyClock::duration>(
               std::chrono::duration<double>(std::clamp(*time.limit, 0.0, longest)));
}

} // namespace

Decision IagoPlayer::choose(const Board& board, const Thinking& thinking) {
    const Time time = time_of(board, thinking, clock_);
    thought_ = {};
    const Bitboard legal = board.legal_moves();
    if (legal == 0) return {Square::pass};
    const Square first = first_square(legal);
    if (count(legal) == 1) return {first};
    thought_ = mind_.think(board, time.budget, {deadline(time), thinking.stop});
    return {thought_.move == Square::none ? first : thought_.move, thought_.counts.boards};
}

void IagoPlayer::new_game() {
    mind_.new_game();
    clock_.new_game();
    thought_ = {};
}

std::unique_ptr<Player> make_iago(const PlayerKind&, const PlayerSettings&) {
    return std::make_unique<IagoPlayer>();
}

} // namespace emilia::classic
