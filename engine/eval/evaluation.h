#pragma once

#include "engine/eval/pattern_board.h"
#include "engine/eval/score.h"
#include "engine/eval/weights.h"

namespace emilia {

/// Estimates the final disc difference for the side to move as the sum of the weights of all
/// features (Buro 1998, see patterns.h). The result lies between −63 and +63 discs, so that no
/// estimate looks like a certain wipe-out. Any thread may call it.
[[nodiscard]] Score evaluate(const Weights& weights, const PatternBoard& position) noexcept;

} // namespace emilia
