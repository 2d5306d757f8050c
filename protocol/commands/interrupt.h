#pragma once

#include <atomic>

namespace emilia {

/// Lets Ctrl-C (SIGINT) and SIGTERM end a long job in good order: while one of these lives, a
/// signal sets the flag; the second one ends the program at once. One at a time.
class InterruptFlag {
public:
    InterruptFlag() noexcept;
    ~InterruptFlag();
    InterruptFlag(const InterruptFlag&) = delete;
    InterruptFlag& operator=(const InterruptFlag&) = delete;

    [[nodiscard]] const std::atomic<bool>& flag() const noexcept;
    [[nodiscard]] bool raised() const noexcept { return flag().load(); }
};

} // namespace emilia
