#pragma once

// How a search of `classic` is interrupted: by a deadline or by a stop flag that another thread may
// set.

#include "engine/base/deadline.h"
#include "engine/search/units.h"

#include <atomic>
#include <chrono>
#include <optional>

namespace emilia::classic {

struct Interruption {
    std::optional<std::chrono::steady_clock::time_point> deadline{};
    const std::atomic<bool>* stop = nullptr;
};

/// Thrown by a search that is interrupted.
struct Interrupted {
    Nodes boards = 0; ///< boards made so far, if the search counts them
};

/// The deadline `seconds` from now; none without a limit.
[[nodiscard]] inline std::optional<std::chrono::steady_clock::time_point>
deadline_in(std::optional<double> seconds) {
    if (!seconds) return std::nullopt;
    return emilia::deadline_in(*seconds);
}

/// Checks for an interruption every 256 positions.
class InterruptionCheck {
public:
    explicit InterruptionCheck(const Interruption& interruption) noexcept
        : interruption_(interruption) {}

    /// Call this once for each position. Throws Interrupted.
    void count_position() {
        constexpr unsigned interval = 256;
        if (++positions_ % interval != 0) return;
        if ((interruption_.stop != nullptr && interruption_.stop->load(std::memory_order_relaxed))
            || (interruption_.deadline
                && std::chrono::steady_clock::now() >= *interruption_.deadline))
            throw Interrupted();
    }

private:
    Interruption interruption_;
    unsigned positions_ = 0;
};

} // namespace emilia::classic
