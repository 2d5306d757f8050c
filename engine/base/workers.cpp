#include "engine/base/workers.h"

#include "engine/base/start_thread.h"

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

namespace emilia {

Workers::Workers(std::size_t threads, Work work) : work_(std::move(work)) {
    threads_.reserve(threads);
    for (std::size_t number = 0; number < threads; ++number) {
        const std::scoped_lock lock(mutex_);
        try {
            threads_.push_back(start_thread([this, number] { run(number); }));
        } catch (const std::exception&) { // no more threads, or no memory for one
            if (threads_.empty()) throw;
            break;
        }
        ++working_;
    }
}

Workers::~Workers() {
    stop();
    for (std::thread& thread : threads_) thread.join();
}

void Workers::run(std::size_t number) noexcept {
    std::exception_ptr failure;
    try {
        work_(number, stop_);
    } catch (...) {
        failure = std::current_exception();
        stop();
    }
    const std::scoped_lock lock(mutex_);
    if (failure && !failure_) failure_ = failure;
    --working_;
    changed_.notify_all();
}

bool Workers::wait_for(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    const bool ended = changed_.wait_for(lock, time, [this] { return working_ == 0; });
    if (ended && failure_) std::rethrow_exception(failure_);
    return ended;
}

void Workers::wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return working_ == 0; });
    if (failure_) std::rethrow_exception(failure_);
}

void in_parallel(std::size_t parts, int threads, const std::function<void(std::size_t)>& work) {
    std::atomic<std::size_t> next = 0;
    const auto take_parts = [&] {
        try {
            for (std::size_t part = next++; part < parts; part = next++) work(part);
        } catch (...) {
            next = parts; // the other threads start no further part
            throw;
        }
    };
    const std::size_t useful = std::min(parts, static_cast<std::size_t>(std::max(threads, 1)));
    std::optional<Workers> helpers;
    if (useful > 1) {
        try {
            helpers.emplace(useful - 1,
                            [&](std::size_t, const std::atomic<bool>&) { take_parts(); });
        } catch (const std::system_error&) {
            // Without helpers the caller's thread does everything.
        }
    }
    take_parts();
    if (helpers) helpers->wait();
}

} // namespace emilia
