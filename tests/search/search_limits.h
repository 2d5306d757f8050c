#pragma once

// The limits and the table of the searches in tests.

#include "engine/search/parallel_search.h"

#include <cstddef>

namespace emilia::testing {

inline constexpr std::size_t hash_megabytes = 16;

[[nodiscard]] inline SearchLimits to_depth(Depth depth, int lines = 1) {
    SearchLimits limits;
    limits.depth = depth;
    limits.lines = lines;
    return limits;
}

[[nodiscard]] inline SearchLimits to_the_end(int lines = 1) {
    SearchLimits limits;
    limits.exact_at = 60;
    limits.lines = lines;
    return limits;
}

} // namespace emilia::testing
