#pragma once

// Cut-offs before any move of a node is searched: by the table's entries for the positions after
// the moves, and by stable discs.

#include "engine/board/board.h"
#include "engine/search/ordering.h"
#include "engine/search/transposition_table.h"

#include <optional>

namespace emilia {

/// Enhanced transposition cut-off (Plaat, Schaeffer, Pijls and de Bruin, "Exploiting graph
/// properties of game trees", AAAI 1996): probes the table for the position after every move. If
/// one of them proves a value of `beta` or more, returns that lower bound. `wanted` is the reach
/// that the entries must have.
[[nodiscard]] std::optional<Score> enhanced_cutoff(OrderedMoves& moves,
                                                   const TranspositionTable& table, Score beta,
                                                   Reach wanted) noexcept;

/// An upper bound on the exact score, from the opponent's stable discs. Where these can't bring
/// the score down to `alpha`, returns 64 without counting them.
[[nodiscard]] int upper_bound_by_stability(const Board& board, int alpha, int empties) noexcept;

/// Whether the exact score is at least `minimum`, if the stable discs of either side alone decide
/// it.
[[nodiscard]] std::optional<bool> decided_by_stability(const Board& board, int minimum) noexcept;

} // namespace emilia
