#pragma once

// What the rows of EXPERIMENTS.md share: how long a row runs, its progress, and its end.

#include "engine/system/process.h"
#include "tests/random_game.h"

#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace emilia::testing {

/// Something that must never happen. The text has everything that is needed to repeat it.
class Finding : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A row that runs. Only one thread may use it.
class Run {
public:
    /// It ends after `count` cases or `seconds`, whichever comes first, or at the first Ctrl-C or
    /// other request to end; 0 seconds: no limit.
    Run(std::uint64_t count, double seconds, std::uint64_t seed);

    [[nodiscard]] bool goes_on() const;
    [[nodiscard]] std::uint64_t left() const noexcept { return count_ - done_; }
    [[nodiscard]] std::uint64_t done() const noexcept { return done_; }
    /// Counts a finished case, and shows the progress if standard error is a terminal.
    void finish_case();

    /// Numbers for the next part of the run. A run that starts with `part_seed` begins with it.
    [[nodiscard]] Random next_part() { return Random(part_seed_ = next_seed_++); }
    [[nodiscard]] std::uint64_t part_seed() const noexcept { return part_seed_; }

private:
    using Clock = std::chrono::steady_clock;

    std::uint64_t count_;
    double seconds_;
    std::uint64_t next_seed_;
    std::uint64_t part_seed_;
    InterruptFlag interrupt_;
    std::uint64_t done_ = 0;
    Clock::time_point start_ = Clock::now();
    Clock::time_point shown_ = start_;
};

/// What a row of the page says.
struct Summary {
    std::string checked; ///< "1,000 positions …"
    std::string result;  ///< "no difference"
};

} // namespace emilia::testing
