#pragma once

// Runs one job after another in a thread of its own, while the owner's thread shows a screen and
// reads keys.

#include <atomic>
#include <functional>
#include <future>
#include <thread>

namespace emilia {

/// Only the thread that owns the object may call its functions.
class BackgroundJob {
public:
    /// Should return soon after `stop` becomes true.
    using Work = std::function<void(const std::atomic<bool>& stop)>;

    BackgroundJob() = default;
    ~BackgroundJob() { stop(); }
    BackgroundJob(const BackgroundJob&) = delete;
    BackgroundJob& operator=(const BackgroundJob&) = delete;

    /// No job may be running. `finished` is called by `poll` after `work` has returned.
    void start(Work work, std::function<void()> finished);

    [[nodiscard]] bool is_running() const noexcept { return thread_.joinable(); }

    /// If the job has returned, ends it and calls its `finished`. Throws what the job has thrown.
    void poll();

    /// Stops the job and waits until it has returned; its `finished` is not called.
    void stop() noexcept;

private:
    std::atomic<bool> stop_ = false;
    std::thread thread_;
    std::future<void> result_;
    std::function<void()> finished_;
};

} // namespace emilia
