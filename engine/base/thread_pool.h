#pragma once

// The threads of a search. They live as long as its searcher, sleep between searches, and wait for
// each other during one.

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace emilia {

/// Runs one job after another on threads of its own beside the owner's. How the threads of a job
/// wait for each other is virtual, so that a simulator can let them take turns.
class ThreadPool {
public:
    /// `place` counts the pool's threads from 1; the owner's thread has place 0. Must not throw.
    using Job = std::function<void(std::size_t place)>;

    /// For jobs of `threads` threads, the owner's included. The others start with the first job.
    explicit ThreadPool(std::size_t threads) : size_(threads) {}
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;
    /// No job may be running.
    virtual ~ThreadPool();

    [[nodiscard]] std::size_t size() const noexcept { return size_; }

    // For the owner's thread.

    /// Begins `job` on the pool's threads, or on as many as system and memory allow.
    virtual void begin(Job job);
    /// Waits until `job` has returned on all threads.
    virtual void end();

    // For the threads of a job and the owner's thread.

    /// After how much work, in the units of `worked`, a thread tells the pool of it.
    [[nodiscard]] virtual std::uint64_t turn() const noexcept { return 512; }
    /// The thread has done this much work since its last call, in any unit.
    virtual void worked(std::uint64_t) noexcept {}
    /// Waits until `changes` is no longer `seen`. Whoever changes it calls `wake_all`.
    virtual void wait_for_change(const std::atomic<unsigned>& changes, unsigned seen);
    virtual void wake_all() noexcept;
    /// Whether other threads than the owner's work on the job.
    [[nodiscard]] virtual bool has_others() const noexcept { return size_ > 1; }

protected:
    /// Does the current job in the thread of `place`.
    virtual void run(std::size_t place) { job_(place); }

private:
    void work(std::size_t place, unsigned done);

    const std::size_t size_;
    std::atomic<int> asleep_ = 0; ///< threads in `wait_for_change`
    std::mutex sleep_;            ///< held to fall asleep and to wake others
    std::condition_variable changed_;

    std::mutex mutex_; ///< guards what follows
    std::condition_variable job_begins_;
    std::condition_variable job_ends_;
    Job job_;
    unsigned jobs_ = 0;     ///< begun so far
    std::size_t busy_ = 0;  ///< threads that have not finished the current job
    bool finished_ = false; ///< the threads end
    std::vector<std::thread> threads_;
};

} // namespace emilia
