#pragma once

#include "engine/eval/weights.h"
#include "engine/learn/fit.h"

namespace emilia {

/// Converts fitted parameters to weights of the evaluation: rounded to its unit and clamped to the
/// range of a weight. The corrections of the mistake groups are dropped, because they describe the
/// players of the games and not the positions.
[[nodiscard]] StoredWeights quantize(const Parameters& parameters);

} // namespace emilia
