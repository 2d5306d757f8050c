#include "engine/play/game_clock.h"

#include <algorithm>

namespace emilia {

Allotment allot(const GameClock& clock, int empties) noexcept {
    const int own_moves = std::max(1, (empties + 1) / 2);

    // Kept back for the way between the clock and the engine (a GUI's, a pipe's, a scheduler's):
    // something for delays, and a little for each move that is still to come.
    const double reserve = std::clamp(0.05 * clock.seconds, 0.015, 0.5) + 0.003 * (own_moves - 1);
    const double usable = std::max(0.0, clock.seconds - reserve);

    constexpr int solved_from = 14; // empties; the moves after that take next to no time
    const int thoughtful = std::max(0, (empties - solved_from) / 2) + 2;
    int moves = std::min(own_moves, thoughtful);
    if (clock.moves) moves = std::clamp(*clock.moves, 1, moves);

    const double share = std::min(usable, usable / moves + 0.8 * clock.increment);
    // A move may overdraw its share to finish what it has begun, but must leave the others theirs.
    const double limit = moves == 1 ? usable : std::min(2.5 * share, 0.5 * usable);
    return {.target = std::min(0.85 * share, limit), .limit = std::min(limit, usable)};
}

} // namespace emilia
