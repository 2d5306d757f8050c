#pragma once

// A fixed set of searches. Their nodes are equal for all builds whose search behaves equally, which
// makes the sum a signature of the build; their time shows the speed of the machine.

#include "engine/play/searcher.h"

#include <string_view>
#include <vector>

namespace emilia {

/// Each search begins with an empty table of this size, in one thread.
inline constexpr std::size_t bench_hash_megabytes = 64;

struct BenchSearch {
    std::string_view kind; ///< `midgame`, `outcome` or `exact`
    Board board;
    SearchLimits limits;
};

[[nodiscard]] std::vector<BenchSearch> bench_searches();

} // namespace emilia
