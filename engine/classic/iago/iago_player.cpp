#include "engine/classic/iago/iago_player.h"

#include "engine/classic/iago/edge_table.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>

namespace emilia::classic {
namespace {

/// What a move may take, and when it is due whatever happens.
struct Time {
    IagoBudget budget;
    std::optional<double> limit{}; ///< seconds
};

Time time_of(const Board& board, const MoveLimits& limits, IagoClock& clock) {
    constexpr double overrun = 1.3; // as between two first-ply nodes (section 4.2)
    const int move = move_number(board);
    if (!limits.seconds && !limits.clock)
        return {
            .budget = {.seconds = IagoClock::usual_allocation(move), .time = IagoTime::of_1982}};
    // What is meant as a limit leaves room for the overrun.
    constexpr double no_limit = std::numeric_limits<double>::infinity();
    const double limit =
        std::min(limits.seconds.value_or(no_limit),
                 limits.clock ? allot(*limits.clock, board.empties()).limit : no_limit);
    double seconds = limit / overrun;
    if (limits.clock) seconds = std::min(seconds, clock.allocation(move, *limits.clock));
    return {.budget = {.seconds = seconds, .time = IagoTime::real},
            .limit = std::min(overrun * seconds, limit)};
}

} // namespace

IagoPlayer::IagoPlayer() {
    static_cast<void>(edge_tables()); // which take time to make, but no move's
}

Decision IagoPlayer::choose(const Board& board, const MoveLimits& limits) {
    const Time time = time_of(board, limits, clock_);
    const Bitboard legal = board.legal_moves();
    if (legal == 0) return {Square::pass};
    const Square first = first_square(legal);
    if (count(legal) == 1) return {first};
    std::optional<std::chrono::steady_clock::time_point> deadline;
    if (time.limit) deadline = deadline_in(*time.limit);
    const IagoThought thought = mind_.think(board, time.budget, {deadline, limits.stop});
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
