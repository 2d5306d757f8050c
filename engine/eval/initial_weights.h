#pragma once

// Weights that nobody has trained. Training starts from them, and the program uses them when the
// weights that it was built with do not fit its patterns.

#include "engine/eval/weights.h"

namespace emilia {

/// Gives each square a value: early in the game corners are good and the squares next to them bad,
/// in the end all discs count the same. It works for any shapes and knots.
[[nodiscard]] StoredWeights initial_weights();

} // namespace emilia
