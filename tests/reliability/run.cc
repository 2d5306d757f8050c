#include "tests/reliability/run.h"

#include "engine/system/standard_streams.h"

#include <cstdio>

#include <fmt/format.h>

namespace emilia::testing {

Run::Run(std::uint64_t count, double seconds, std::uint64_t seed)
    : count_(count), seconds_(seconds), next_seed_(seed), part_seed_(seed) {}

bool Run::goes_on() const {
    const std::chrono::duration<double> passed = Clock::now() - start_;
    return done_ < count_ && !interrupt_.raised() && (seconds_ <= 0 || passed.count() < seconds_);
}

void Run::finish_case() {
    ++done_;
    const Clock::time_point now = Clock::now();
    if (now - shown_ < std::chrono::seconds(1)) return;
    shown_ = now;
    if (is_terminal(StandardStream::error)) fmt::print(stderr, "\r{} of {} ", done_, count_);
}

} // namespace emilia::testing
