#pragma once

// Which entries of the pattern tables are one weight: where a symmetry of the board maps a shape
// onto itself, two contents that it turns into each other are worth the same.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace emilia {

struct TiedWeights {
    std::vector<std::uint32_t> of_entry; ///< for each table entry its weight, from 0
    std::size_t count = 0;               ///< different weights
};

/// For the tables of patterns.h; the order of the weights is that of the weights files.
[[nodiscard]] TiedWeights tie_weights();

} // namespace emilia
