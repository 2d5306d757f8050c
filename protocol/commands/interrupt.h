#pragma once

#include <atomic>

namespace emilia {

/// Lets a long job end cleanly on Ctrl-C or another request to end: while an object of this class
/// lives, the first request sets the flag and the second one kills the program. Only one object may
/// exist at a time. A command makes it when there is something to save; until then a request kills
/// the program at once.
class InterruptFlag {
public:
    InterruptFlag() noexcept;
    ~InterruptFlag();
    InterruptFlag(const InterruptFlag&) = delete;
    InterruptFlag& operator=(const InterruptFlag&) = delete;

    [[nodiscard]] const std::atomic<bool>& flag() const noexcept { return raised_; }
    [[nodiscard]] bool raised() const noexcept { return raised_.load(); }

private:
    std::atomic<bool> raised_ = false;
};

} // namespace emilia
