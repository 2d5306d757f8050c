#pragma once

// The threads of a long job, while their owner waits, shows progress and writes what they made.

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace emilia {

class Crew {
public:
    /// Starts `work(i)` for each i below `size`, each in a thread of its own; at least one, fewer
    /// where the system has no more threads. `work` may throw. `stop` is to make all of them end
    /// soon; it may be called at any time.
    Crew(std::size_t size, const std::function<void(std::size_t)>& work,
         std::function<void()> stop);
    /// Stops those that still work, and waits for them.
    ~Crew();
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    /// Waits until all have ended, but not longer; whether they have. What one of them has thrown,
    /// this throws when all have ended; the others are stopped.
    [[nodiscard]] bool wait_for(std::chrono::milliseconds time);

private:
    void run(const std::function<void(std::size_t)>& work, std::size_t number) noexcept;

    const std::function<void()> stop_;
    std::mutex mutex_; ///< guards what follows
    std::condition_variable changed_;
    std::size_t working_ = 0;
    std::exception_ptr failure_;
    std::vector<std::thread> threads_; ///< last, as they use all else
};

} // namespace emilia
