#include "engine/play/game_clock.h"

#include <algorithm>

namespace emilia {

Allotment allot(const GameClock& clock, int empties) noexcept {
    const int own_moves = std::max(1, (empties + 1) / 2);

    // Delays between the clock and the engine (GUI, pipe, scheduler) cost time: reserve some for
    // this move and a little for each later one.
    const double reserve = std::clamp(0.05 * clock.seconds, 0.015, 0.5) + 0.003 * (own_moves - 1);
    const double usable = std::max(0.0, clock.seconds - reserve);

    constexpr int solved_from = 14; // empties; later moves take almost no time
    const int long_moves = std::max(0, (empties - solved_from) / 2) + 2;
    int moves = std::min(own_moves, long_moves);
    if (clock.moves) moves = std::clamp(*clock.moves, 1, moves);

    const double share = std::min(usable, usable / moves + 0.8 * clock.increment);
    // A move may exceed its share to finish an iteration, but must leave enough for the others.
    const double limit = moves == 1 ? usable : std::min(2.5 * share, 0.5 * usable);
    return {.target = std::min(0.85 * share, limit), .limit = std::min(limit, usable)};
}

} // namespace emilia
