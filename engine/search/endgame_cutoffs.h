#pragma once

// Cut-offs that the exact and the win/loss/draw solver share.

#include "engine/search/ordering.h"
#include "engine/search/transposition_table.h"

#include <optional>

namespace emilia {

/// An upper bound on the exact score from the opponent's stable discs; 64 where it is not worth
/// the look, because it could not be `alpha` or less.
[[nodiscard]] int best_possible(const Board& board, int alpha, int empties) noexcept;

/// Whether stable discs alone already decide that the score will be `least` or more, or that it
/// won't; none where they don't tell.
[[nodiscard]] std::optional<bool> decided_by_stability(const Board& board, int least) noexcept;

/// Enhanced transposition cut-off: a lower bound above `alpha` if the table already knows, with
/// such confidence, a move that reaches it.
[[nodiscard]] std::optional<int> enhanced_cutoff(OrderedMoves& moves,
                                                 const TranspositionTable& table, int alpha,
                                                 int empties, Confidence confidence) noexcept;

} // namespace emilia
