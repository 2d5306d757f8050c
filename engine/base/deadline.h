#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>

namespace emilia {

/// The time `seconds` from now, but no more than 1e7 of them, about four months: so the clock's
/// integer type does not overflow. Less than 0 counts as 0.
[[nodiscard]] inline std::chrono::steady_clock::time_point deadline_in(double seconds) {
    using std::chrono::steady_clock;
    constexpr double longest = 1e7;
    return steady_clock::now()
           + std::chrono::duration_cast<steady_clock::duration>(
               std::chrono::duration<double>(std::clamp(seconds, 0.0, longest)));
}

/// Whether `stop` asks a job to end early. Null never does.
[[nodiscard]] inline bool is_stopped(const std::atomic<bool>* stop) noexcept {
    return stop != nullptr && stop->load(std::memory_order_relaxed);
}

} // namespace emilia
