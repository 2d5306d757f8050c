#pragma once

// Runs one search while its owner listens: to a client, a server, a keyboard or another thread.
// Every part of Emilia that must react during a search runs it here; what stops a search, and which
// search comes next, is the owner's policy.

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace emilia {

/// A request to end one search early. It belongs to that search, so a request that comes before the
/// search has started ends it at once, and none carries over to the next search. Copies share the
/// request. Any thread may use it.
class Stop {
public:
    void request() const noexcept { requested_->store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool is_requested() const noexcept { return *requested_; }
    /// For `SearchLimits`; lasts as long as a copy of this object.
    [[nodiscard]] const std::atomic<bool>& flag() const noexcept { return *requested_; }

private:
    std::shared_ptr<std::atomic<bool>> requested_ = std::make_shared<std::atomic<bool>>(false);
};

/// Runs one job at a time. `request_stop` and `run` may be called by any thread; everything else
/// only by the thread that owns the object.
class Runner {
public:
    /// Should return soon after `stop` has been requested.
    using Work = std::function<void(const Stop& stop)>;
    /// Called after the work, on the same thread; `failed`: the work has thrown.
    using Finished = std::function<void(bool failed)>;

    Runner() = default;
    /// Stops the job and waits for its end, `finished` included.
    ~Runner();
    Runner(const Runner&) = delete;
    Runner& operator=(const Runner&) = delete;

    /// Starts a job on the runner's own thread, which lives as long as the runner, and returns. No
    /// job may be running. The call of `finished` and the end of the job are one step: `look` sees
    /// a running job, or one that has called `finished`. Throws std::system_error, and no job runs,
    /// if the system can't start the thread.
    void start(Work work, Finished finished = {});

    /// Runs a job on the calling thread, and throws what `work` throws. Returns false, and runs
    /// nothing, if another job is running.
    [[nodiscard]] bool run(const Work& work, const Stop& stop = {});

    /// Asks the running job to end; without one it does nothing.
    void request_stop();

    /// Waits for the end of the job. Returns false if none was running. Throws what the job or its
    /// `finished` has thrown, once.
    bool wait();
    /// `request_stop` and `wait`.
    bool stop();
    /// Waits at most for `time`; returns whether the job has ended. Throws nothing.
    bool wait_for(std::chrono::milliseconds time);

    /// Calls `tell` with whether a job is running. The job does not end before `tell` returns.
    /// Throws like `wait`.
    void look(const std::function<void(bool running)>& tell);
    [[nodiscard]] bool is_running();

private:
    struct Job {
        Work work;
        Finished finished;
    };
    void serve() noexcept;
    bool wait(std::unique_lock<std::mutex>& lock);
    void rethrow();

    std::mutex mutex_; ///< guards what follows, apart from the thread
    std::condition_variable changed_;
    std::optional<Job> next_; ///< started and not yet taken by the thread
    Stop stop_;               ///< of the running job
    bool running_ = false;
    bool closing_ = false;
    std::exception_ptr failure_; ///< of the job that has ended
    std::thread thread_;         ///< from the first `start` on
};

} // namespace emilia
