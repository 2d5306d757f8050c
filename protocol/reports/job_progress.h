#pragma once

// Shows how far a long job is: how much is done, the rate and the time left. On a terminal this is
// one line on standard error that overwrites itself; elsewhere a new line is printed every half
// minute. Only the thread that owns the object may call it.

#include "protocol/reports/terminal.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace emilia {

/// What a job counts, and what ends it.
struct JobExtent {
    std::optional<std::size_t> total;   ///< units to do; none if only time or Ctrl-C ends the job
    std::string unit;                   ///< what is counted, in the singular: `game`
    std::optional<double> seconds = {}; ///< limit of the job's time
};

class JobProgress {
public:
    JobProgress(std::optional<std::size_t> total, std::string unit,
                std::optional<double> seconds = {})
        : extent_{total, std::move(unit), seconds} {}

    /// There is more or less to do than was known before.
    void expect(std::size_t total) { extent_.total = total; }
    /// Shows that `done` units are done. It costs little to call this often.
    void show(std::size_t done);
    /// Removes the line from the terminal.
    void clear() { line_.clear(); }

private:
    using Clock = std::chrono::steady_clock;
    JobExtent extent_;
    ProgressLine line_{std::chrono::seconds(30)};
    Clock::time_point start_ = Clock::now();
};

/// `1,200 of 8,300 games, 310 games/s, 0:23 left`. It leaves out what is not known: the total, the
/// rate before the first unit is done, and the time left if nothing limits the job.
[[nodiscard]] std::string job_progress_text(const JobExtent& extent, std::size_t done,
                                            double seconds);

} // namespace emilia
