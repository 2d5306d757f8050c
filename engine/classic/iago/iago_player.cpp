#include "engine/classic/iago/iago_player.h"

#include "engine/classic/iago/edge_table.h"
#include "engine/classic/time_limit.h"

#include <algorithm>
#include <optional>

namespace emilia::classic {
namespace {

/// The time for a move.
struct Time {
    IagoBudget budget;
    std::optional<double> limit{}; ///< seconds until the search is interrupted
};

Time time_of(const Board& board, const MoveLimits& limits, IagoClock& clock) {
    constexpr double overrun = 1.3; // what the search may take beyond its budget (section 4.2)
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
