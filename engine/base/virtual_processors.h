#pragma once

// Threads that take turns as if each had a processor of its own. Only one runs at a time: the one
// whose processor's clock is farthest behind. So a machine with few processors can tell how a
// program would do on many, and a run gives the same result every time. Time is counted in any
// unit of work that the threads report.
//
// The method is that of sequential discrete-event simulation, with the real threads as its events.

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>

namespace emilia {

class VirtualProcessors {
public:
    using Work = std::uint64_t;

    /// For `number` threads. The thread of place 0 has the first turn, the others of places 1 to
    /// `number` - 1 call `begin`; all of them must do so. Who is woken loses `wake_cost`.
    VirtualProcessors(std::size_t number, Work wake_cost);
    VirtualProcessors(const VirtualProcessors&) = delete;
    VirtualProcessors& operator=(const VirtualProcessors&) = delete;

    /// Waits for the first turn of the thread of `place`, which calls this.
    void begin(std::size_t place);
    /// The running thread will call nothing any more.
    void end();

    // For the running thread.

    /// Moves the clock on, and returns at the next turn.
    void work(Work amount);
    /// Waits for another thread's `wake_all`, and then for its turn.
    void sleep();
    /// Wakes the threads that sleep, without ending the turn.
    void wake_all();

    /// What the clock of the thread of `place` shows.
    [[nodiscard]] Work clock(std::size_t place) const;
    /// The work that all threads have done so far.
    [[nodiscard]] Work total_work() const;

private:
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

} // namespace emilia
