#pragma once

#include "engine/eval/weights.h"
#include "engine/learn/fit.h"

namespace emilia {

/// What a fit has found as weights for the evaluation: in its own unit, rounded to the nearest and
/// held within what a weight can be. The corrections of the mistake groups stay behind: they tell
/// about the players of the games, not about positions.
[[nodiscard]] StoredWeights quantize(const Parameters& parameters);

} // namespace emilia
