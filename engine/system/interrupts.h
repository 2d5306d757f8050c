#pragma once

#include <atomic>

namespace emilia {

/// From now on the first Ctrl-C, or another request to end, sets `flag` instead of ending the
/// process; the second one ends it. `flag` must live until `release_interrupts`.
void catch_interrupts(std::atomic<bool>& flag) noexcept;

/// From now on the first request ends the process again.
void release_interrupts() noexcept;

} // namespace emilia
