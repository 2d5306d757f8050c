#pragma once

// This process: how a user interrupts it, and the processor time that it has used.

#include <atomic>

namespace emilia {

/// Lets a long job end cleanly on Ctrl-C or another request to end: while an object of this class
/// lives, the first request raises the flag and the second one kills the program. Only one object
/// may exist at a time. A command makes it when there is something to save; until then a request
/// kills the program at once.
class InterruptFlag {
public:
    InterruptFlag() noexcept;
    ~InterruptFlag();
    InterruptFlag(const InterruptFlag&) = delete;
    InterruptFlag& operator=(const InterruptFlag&) = delete;

    /// Outlives this object: a handler on another thread may still raise it.
    [[nodiscard]] const std::atomic<bool>& flag() const noexcept;
    [[nodiscard]] bool raised() const noexcept { return flag().load(); }
};

/// The processor time of this process in seconds, summed over all threads.
[[nodiscard]] double processor_seconds() noexcept;

} // namespace emilia
