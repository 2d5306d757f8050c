#pragma once

// Shows the progress of a long job on standard error: the items done, the rate and the time left.
// On a terminal one line overwrites itself; elsewhere a plain line appears every 30 seconds. For
// use by one thread.

#include "protocol/text/terminal.h"

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace emilia {

class JobProgress {
public:
    /// `unit` names the items in the plural: `games`.
    JobProgress(std::size_t total, std::string unit);

    /// Shows that `done` items are done. May be called at any rate.
    void show(std::size_t done);
    /// Erases the line from the terminal.
    void clear() { line_.clear(); }

private:
    using Clock = std::chrono::steady_clock;
    std::size_t total_;
    std::string unit_;
    ProgressLine line_;
    Clock::time_point start_ = Clock::now();
    Clock::time_point next_plain_line_;
};

/// `1,200 of 8,300 games, 310 games/s, 0:23 left`; omits the rate while it is unknown.
[[nodiscard]] std::string job_progress_text(std::size_t done, std::size_t total,
                                            std::string_view unit, double seconds);

} // namespace emilia
