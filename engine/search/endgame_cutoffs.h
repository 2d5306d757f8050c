#pragma once

// Cut-offs that the exact and the win/loss/draw solver share.

#include "engine/board/board.h"

#include <optional>

namespace emilia {

/// An upper bound on the exact score from the opponent's stable discs; 64 where it is not worth
/// the look, because it could not be `alpha` or less.
[[nodiscard]] int best_possible(const Board& board, int alpha, int empties) noexcept;

/// Whether stable discs alone already decide that the score will be `least` or more, or that it
/// won't; none where they don't tell.
[[nodiscard]] std::optional<bool> decided_by_stability(const Board& board, int least) noexcept;

/// With fewer empties an enhanced cut-off (enhanced_cutoff.h) costs more than it saves.
inline constexpr int least_enhanced_empties = 11;

} // namespace emilia
