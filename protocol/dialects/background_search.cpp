#include "protocol/dialects/background_search.h"

#include "engine/base/start_thread.h"

#include <chrono>
#include <utility>

namespace emilia {

void BackgroundSearch::start(Work work, std::function<void()> finished) {
    if (thread_.joinable()) thread_.join(); // it has finished
    stop_ = false;
    nodes_ = 0;
    begin_ = Clock::now();
    const std::lock_guard starting(mutex_); // the search may end only after it is running
    thread_ = start_thread(
        [this, work = std::move(work), finished = std::move(finished)] { run(work, finished); });
    running_ = true;
}

void BackgroundSearch::run(const Work& work, const std::function<void()>& finished) noexcept {
    std::exception_ptr failure;
    std::unique_lock lock(mutex_, std::defer_lock);
    try {
        work(stop_, nodes_);
        lock.lock();
        finished();
    } catch (...) {
        failure = std::current_exception();
    }
    if (!lock) lock.lock();
    failure_ = failure;
    running_ = false;
}

bool BackgroundSearch::stop() {
    bool was_running = false;
    look([&was_running](const std::optional<Progress>& progress) {
        was_running = progress.has_value();
    });
    end();
    rethrow();
    return was_running;
}

void BackgroundSearch::end() noexcept {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
}

void BackgroundSearch::rethrow() {
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void BackgroundSearch::look(const std::function<void(const std::optional<Progress>&)>& tell) {
    const std::lock_guard lock(mutex_);
    rethrow();
    if (!running_) return tell(std::nullopt);
    tell(Progress{nodes_, std::chrono::duration<double>(Clock::now() - begin_).count()});
}

} // namespace emilia
