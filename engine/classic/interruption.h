#pragma once

// What may end a search of `classic` before its time.

#include "engine/search/units.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>

namespace emilia::classic {

struct Interruption {
    std::optional<std::chrono::steady_clock::time_point> deadline{};
    const std::atomic<bool>* stop = nullptr;
};

/// Thrown out of a search.
struct Interrupted {
    Nodes boards = 0; ///< made until then, where the search counts them
};

/// The point in time so many seconds from now.
[[nodiscard]] inline std::chrono::steady_clock::time_point deadline_in(double seconds) {
    constexpr double longest = 1e6; // the clock's own unit has an end
    return std::chrono::steady_clock::now()
           + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
               std::chrono::duration<double>(std::clamp(seconds, 0.0, longest)));
}

/// Looks at an interruption now and then.
class Lookout {
public:
    explicit Lookout(const Interruption& interruption) noexcept : interruption_(interruption) {}

    /// To be called for each position. Throws Interrupted.
    void look() {
        constexpr unsigned interval = 256;
        if (++steps_ % interval != 0) return;
        if ((interruption_.stop != nullptr && interruption_.stop->load(std::memory_order_relaxed))
            || (interruption_.deadline
                && std::chrono::steady_clock::now() >= *interruption_.deadline))
            throw Interrupted();
    }

private:
    Interruption interruption_;
    unsigned steps_ = 0;
};

} // namespace emilia::classic
