#pragma once

#include <cstdint>

namespace emilia {

/// The number of plies that a search looks ahead.
using Depth = int;

/// The number of positions that a search enters. It counts the root, every position of a helper
/// search and the last empty square, but no passes.
using Nodes = std::uint64_t;

} // namespace emilia
