#pragma once

#include <cstdint>

namespace emilia {

/// Plies looked ahead.
using Depth = int;

/// Positions that a search enters: the root, every helper search and the last empty square
/// included, passes not.
using Nodes = std::uint64_t;

} // namespace emilia
