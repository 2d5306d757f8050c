#pragma once

#include "engine/search/ordering.h"

namespace emilia {

/// Whether a solver's node with so many empties is enough work to be shared between threads.
[[nodiscard]] constexpr bool worth_sharing(int empties) noexcept {
    return empties >= 13;
}

/// The order of moves in the endgame solvers: by a search that is shallower the nearer the end
/// is, and near the end by mobility and parity.
void order_for_endgame(OrderedMoves& moves, SearchThread& thread, int empties,
                       HashMoves hash_moves) noexcept;

} // namespace emilia
