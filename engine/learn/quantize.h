#pragma once

#include "engine/eval/weights.h"
#include "engine/learn/fit.h"
#include "engine/learn/float_network.h"

namespace emilia {

/// Converts fitted parameters to weights of the evaluation: rounded to its unit and clamped to the
/// range of a weight. The corrections of the mistake groups are dropped, because they describe the
/// players of the games and not the positions.
[[nodiscard]] StoredWeights quantize(const Parameters& parameters);

/// Converts a network to integers: rounded to the units of engine/eval/network.h, and clamped so
/// that no sum of the evaluation can overflow in any position.
[[nodiscard]] StoredNetwork quantize_network(const FloatNetwork& network);

/// The reverse of `quantize_network`: quantized again, the floats give exactly these integers.
[[nodiscard]] FloatNetwork to_floats(const StoredNetwork& network);

} // namespace emilia
