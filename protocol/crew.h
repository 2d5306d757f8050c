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
    /// where the system has no more threads. `work` may throw.
    Crew(std::size_t size, const std::function<void(std::size_t)>& work);
    /// Waits for all.
    ~Crew();
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    /// Waits until all have ended, but not longer; whether they have. What one of them has thrown,
    /// this throws when all have ended.
    [[nodiscard]] bool wait_for(std::chrono::milliseconds time);

    /// Whether one of them has failed: the others' owner may want to stop them.
    [[nodiscard]] bool failed() const;

private:
    void run(const std::function<void(std::size_t)>& work, std::size_t number) noexcept;

    mutable std::mutex mutex_; ///< guards what follows
    std::condition_variable changed_;
    std::size_t working_ = 0;
    std::exception_ptr failure_;
    std::vector<std::thread> threads_; ///< last, as they use all else
};

} // namespace emilia
