#include "engine/play/runner.h"

#include "engine/base/start_thread.h"

#include <cassert>
#include <utility>

namespace emilia {

Runner::~Runner() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
        stop_.request();
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
}

void Runner::start(Work work, Finished finished) {
    const std::lock_guard lock(mutex_);
    assert(!running_);
    if (!thread_.joinable()) thread_ = start_thread([this] { serve(); });
    next_ = Job{std::move(work), std::move(finished)};
    stop_ = Stop();
    failure_ = nullptr;
    running_ = true;
    changed_.notify_all();
}

void Runner::serve() noexcept {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return next_ || closing_; });
        if (!next_) return;
        const Job job = *std::exchange(next_, std::nullopt);
        const Stop stop = stop_;
        lock.unlock();
        std::exception_ptr failure;
        try {
            job.work(stop);
        } catch (...) {
            failure = std::current_exception();
        }
        lock.lock();
        try {
            if (job.finished) job.finished(failure != nullptr);
        } catch (...) {
            failure = std::current_exception();
        }
        failure_ = failure;
        running_ = false;
        changed_.notify_all();
    }
}

bool Runner::run(const Work& work, const Stop& stop) {
    {
        const std::lock_guard lock(mutex_);
        if (running_) return false;
        stop_ = stop;
        running_ = true;
    }
    const auto end = [this] {
        const std::lock_guard lock(mutex_);
        running_ = false;
        changed_.notify_all();
    };
    try {
        work(stop);
    } catch (...) {
        end();
        throw;
    }
    end();
    return true;
}

void Runner::request_stop() {
    const std::lock_guard lock(mutex_);
    if (running_) stop_.request();
}

bool Runner::wait() {
    std::unique_lock lock(mutex_);
    return wait(lock);
}

bool Runner::stop() {
    std::unique_lock lock(mutex_);
    // Under one lock, so that a job that ends as soon as it is asked was running.
    if (running_) stop_.request();
    return wait(lock);
}

bool Runner::wait(std::unique_lock<std::mutex>& lock) {
    const bool was_running = running_;
    changed_.wait(lock, [this] { return !running_; });
    rethrow();
    return was_running;
}

bool Runner::wait_for(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, time, [this] { return !running_; });
}

void Runner::look(const std::function<void(bool running)>& tell) {
    const std::lock_guard lock(mutex_);
    rethrow();
    tell(running_);
}

bool Runner::is_running() {
    const std::lock_guard lock(mutex_);
    return running_;
}

/// The lock must be held.
void Runner::rethrow() {
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

} // namespace emilia
