#pragma once

// How far a long job is: done of all, the rate and the time left. On a terminal a line of standard
// error that overwrites itself; elsewhere a line of standard error now and then. One thread.

#include "protocol/text/terminal.h"

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace emilia {

class JobProgress {
public:
    /// `unit` is what is counted, in the plural: `games`.
    JobProgress(std::size_t total, std::string unit);

    /// Tells that `done` of all are done. May be called as often as one likes.
    void show(std::size_t done);
    /// Takes the line off the terminal.
    void clear() { line_.clear(); }

private:
    using Clock = std::chrono::steady_clock;
    std::size_t total_;
    std::string unit_;
    ProgressLine line_;
    Clock::time_point start_ = Clock::now();
    Clock::time_point next_plain_line_;
};

/// `1,200 of 8,300 games, 310 games/s, 0:23 left`; without a rate while none is known.
[[nodiscard]] std::string job_progress_text(std::size_t done, std::size_t total,
                                            std::string_view unit, double seconds);

} // namespace emilia
