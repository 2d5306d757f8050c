#pragma once

// Threads for long jobs. All of the program's parallel work runs on these two, except the search
// itself, whose threads are a pool (thread_pool.h).

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace emilia {

/// Runs a job on threads of its own, while the owner shows progress or saves what is done so far.
/// Its functions are for the owner's thread.
class Workers {
public:
    /// `number` counts the threads from 0. The function should return soon after `stop` becomes
    /// true. It may throw.
    using Work = std::function<void(std::size_t number, const std::atomic<bool>& stop)>;

    /// Starts `work` on `threads` threads. If the system cannot start that many, fewer do the work.
    /// Throws std::system_error if it cannot start even one.
    Workers(std::size_t threads, Work work);
    /// Stops the threads and waits until all have returned.
    ~Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    /// Asks all threads to return soon.
    void stop() noexcept { stop_ = true; }
    [[nodiscard]] bool stopped() const noexcept { return stop_; }

    /// Waits until all threads have returned, at most for `time`. Returns whether they have. If
    /// `work` throws, the other threads are stopped, and the first exception is rethrown here once
    /// all have returned.
    [[nodiscard]] bool wait_for(std::chrono::milliseconds time);
    /// The same without a limit of time.
    void wait();

private:
    void run(std::size_t number) noexcept;

    const Work work_;
    std::atomic<bool> stop_ = false;
    std::mutex mutex_; ///< guards what follows
    std::condition_variable changed_;
    std::size_t working_ = 0;
    std::exception_ptr failure_;
    std::vector<std::thread> threads_; ///< declared last because they use everything above
};

/// Calls `work(part)` once for each part from 0 to `parts` − 1, on up to `threads` threads, one of
/// which is the caller's. Results that are collected by part, not by thread, do not depend on the
/// number of threads. If `work` throws, no further part is started, and the caller gets the
/// exception when all threads have returned.
void in_parallel(std::size_t parts, int threads, const std::function<void(std::size_t)>& work);

} // namespace emilia
