#pragma once

// A pool whose threads take turns as if each had a processor of its own. Only one runs at a time:
// the one whose processor's clock is farthest behind. So you can measure the parallel speed-up of a
// search on any machine, and a run gives the same result every time. Time is counted in nodes.
//
// The method is that of sequential discrete-event simulation, with the real threads as its events.

#include "engine/base/thread_pool.h"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>

namespace emilia::testing {

/// For one job.
class VirtualProcessors final : public ThreadPool {
public:
    using Work = std::uint64_t;

    /// The owner's thread has the first turn. Waking costs a thread `wake_cost`.
    VirtualProcessors(std::size_t number, Work wake_cost);

    void end() override;
    [[nodiscard]] std::uint64_t turn() const noexcept override { return 16; }
    void worked(Work amount) noexcept override { work(amount); }
    void wait_for_change(const std::atomic<unsigned>& changes, unsigned seen) override;
    void wake_all() noexcept override;

    // For the running thread.

    /// Moves the clock on, and returns at the next turn.
    void work(Work amount);
    /// Waits for another thread's `wake_all`, and then for its turn.
    void sleep();

    /// The time on the clock of the thread of `place`.
    [[nodiscard]] Work clock(std::size_t place) const;
    /// The work that all threads have done so far.
    [[nodiscard]] Work total_work() const;

private:
    void run(std::size_t place) override;
    /// Ends the running thread's part.
    void leave();

    enum class State { ready, asleep, ended };
    struct Processor {
        State state = State::ready;
        Work clock = 0;
        std::condition_variable turn;
    };

    /// Gives the turn to the thread that is farthest behind, if one is ready.
    void pass_turn();
    void wait_for_turn(std::unique_lock<std::mutex>& lock, std::size_t place);

    mutable std::mutex mutex_;
    std::deque<Processor> processors_;
    std::size_t running_ = 0;
    const Work wake_cost_;
    Work total_work_ = 0;
};

} // namespace emilia::testing
