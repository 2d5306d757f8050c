#pragma once

// What a user may choose: the bounds of an engine's settings and of a search's limits, the same on
// the command line, in the library and in the dialects. All whole numbers fit a signed one.

#include "engine/play/level.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <thread>

namespace emilia {

template <typename Value>
struct Bounds {
    Value least;
    Value greatest;

    /// False for NaN, too.
    [[nodiscard]] constexpr bool contain(Value value) const noexcept {
        return value >= least && value <= greatest;
    }
};

/// For compilers that don't deduce the arguments of aggregates, as Clang 16 and older.
template <typename Value>
Bounds(Value, Value) -> Bounds<Value>;

inline constexpr Bounds<double> seconds_bounds{0.001, 1e7};
inline constexpr Bounds<Depth> depth_bounds{1, 60};
inline constexpr Bounds<Depth> depth_or_none_bounds{0, 60}; ///< 0: without a search
inline constexpr Bounds<Nodes> nodes_bounds{1, std::numeric_limits<std::int64_t>::max()};
inline constexpr Bounds<int> level_bounds{least_level, greatest_level};
inline constexpr Bounds<int> empties_bounds{0, 60}; ///< from which a solver takes over
inline constexpr Bounds<int> threads_bounds{1, 1024};
inline constexpr Bounds<std::size_t> hash_bounds{1, std::size_t{1} << 20}; ///< megabytes
inline constexpr Bounds<std::uint64_t> seed_bounds{0, std::numeric_limits<std::int64_t>::max()};

/// The number of threads if the user doesn't choose one.
[[nodiscard]] inline int all_cores() noexcept {
    return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

} // namespace emilia
