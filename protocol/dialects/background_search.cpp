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
    thread_ = start_thread([this, work = std::move(work), finished = std::move(finished)] {
        work(stop_, nodes_);
        const std::lock_guard lock(mutex_);
        finished();
        running_ = false;
    });
    running_ = true;
}

bool BackgroundSearch::stop() {
    bool was_running = false;
    look([&was_running](const std::optional<Progress>& progress) {
        was_running = progress.has_value();
    });
    stop_ = true;
    if (thread_.joinable()) thread_.join();
    return was_running;
}

void BackgroundSearch::look(const std::function<void(const std::optional<Progress>&)>& tell) {
    const std::lock_guard lock(mutex_);
    if (!running_) return tell(std::nullopt);
    tell(Progress{nodes_, std::chrono::duration<double>(Clock::now() - begin_).count()});
}

} // namespace emilia
