#pragma once

#include "engine/eval/pattern_board.h"
#include "engine/eval/score.h"
#include "engine/eval/weights.h"

namespace emilia {

/// Estimates the final disc difference of a position for its player to move: the sum of the
/// weights of all its features (Buro 1998, see patterns.h). Between −63 and +63 discs, so that no
/// estimate is taken for a certain wipe-out. Any thread may call it.
[[nodiscard]] Score evaluate(const Weights& weights, const PatternBoard& position) noexcept;

} // namespace emilia
