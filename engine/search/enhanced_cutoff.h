#pragma once

// Enhanced transposition cut-off (Plaat, Schaeffer, Pijls and de Bruin, "Exploiting graph
// properties of game trees", AAAI 1996): before any move is searched, the table is asked about the
// positions after all of them.

#include "engine/search/ordering.h"
#include "engine/search/transposition_table.h"

#include <optional>

namespace emilia {

/// A lower bound of `beta` or more on the value of the moves' position, if a move is known to reach
/// it: `wanted` is the reach that is asked of the positions after the moves.
[[nodiscard]] std::optional<Score> enhanced_cutoff(OrderedMoves& moves,
                                                   const TranspositionTable& table, Score beta,
                                                   Reach wanted) noexcept;

} // namespace emilia
