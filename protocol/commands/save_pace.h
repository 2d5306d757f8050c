#pragma once

#include <algorithm>
#include <chrono>

namespace emilia {

/// Decides when a long job saves its results: at fixed intervals, which grow if saving would take
/// more than a twentieth of the time. For use by one thread.
class SavePace {
public:
    using Clock = std::chrono::steady_clock;

    explicit SavePace(double seconds_between)
        : between_(std::chrono::duration_cast<Clock::duration>(
            std::chrono::duration<double>(seconds_between))) {}

    [[nodiscard]] bool due() const noexcept { return Clock::now() >= due_; }

    template <typename Save>
    void save(const Save& save) {
        const Clock::time_point start = Clock::now();
        save();
        const Clock::time_point end = Clock::now();
        constexpr int share = 20;
        due_ = end + std::max(between_, share * (end - start));
    }

private:
    Clock::duration between_;
    Clock::time_point due_ = Clock::now() + between_;
};

} // namespace emilia
