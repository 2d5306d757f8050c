#pragma once

// Ties the entries of the pattern tables that must have the same weight. If a symmetry of the board
// maps a shape onto itself, then two contents that it turns into each other are worth the same.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace emilia {

struct TiedWeights {
    std::vector<std::uint32_t> of_entry; ///< for each table entry the number of its weight, from 0
    std::size_t count = 0;               ///< number of different weights
};

/// Ties the entries of the tables in patterns.h. Weights files have the weights in this order.
[[nodiscard]] TiedWeights tie_weights();

} // namespace emilia
