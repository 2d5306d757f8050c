#pragma once

// Ties the entries of the pattern tables that must have the same weight, and the contents that must
// have the same row in the network. If a symmetry of the board maps a shape onto itself, then two
// contents that it turns into each other are worth the same.

#include "engine/eval/patterns.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace emilia {

struct TiedWeights {
    std::vector<std::uint32_t> of_entry; ///< for each content the number of its weight, from 0
    std::size_t count = 0;               ///< number of different weights
};

/// Ties the contents of all shapes in patterns.h that `reader` reads: the entries of the tables, or
/// the rows of the network. Weights files have them in this order. The first call for a reader
/// takes time. Any thread may call it.
[[nodiscard]] const TiedWeights& tie_weights(Reader reader);

} // namespace emilia
