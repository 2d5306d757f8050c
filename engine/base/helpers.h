#pragma once

// Threads that search by themselves and help each other in the end: one that has nothing left to do
// joins a search of another that takes long.

#include "engine/base/thread_pool.h"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace emilia {

class Helpers {
public:
    /// For `threads` threads. A job can be joined when its owner has done `least_work` alone (in
    /// the unit of ThreadPool::worked), so that shorter jobs give the same result with any number
    /// of threads.
    Helpers(std::size_t threads, std::uint64_t least_work) noexcept
        : threads_(threads), least_work_(least_work) {}
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;
    ~Helpers() = default; ///< no pool may be left

    /// A pool for the jobs of one of the threads. It has no threads of its own, only helpers.
    [[nodiscard]] std::unique_ptr<ThreadPool> make_pool();

    /// Joins one long job after the other, until `enough()` is true. It is called with a lock held,
    /// so it must not call these functions.
    void help(const std::function<bool()>& enough);
    /// Makes `help` ask `enough` again.
    void wake() noexcept;

private:
    class Pool;

    [[nodiscard]] Pool* job_to_join() const noexcept;

    const std::size_t threads_;
    const std::uint64_t least_work_;
    std::atomic<int> waiting_ = 0; ///< threads in `help` without a job
    std::mutex mutex_;             ///< guards what follows, and the pools' helpers
    std::condition_variable changed_;
    std::vector<Pool*> long_jobs_;
};

} // namespace emilia
