#include "protocol/play/background_job.h"

#include "engine/base/start_thread.h"

#include <chrono>
#include <utility>

namespace emilia {

void BackgroundJob::start(Work work, std::function<void()> finished) {
    stop_ = false;
    std::packaged_task<void()> task([this, work = std::move(work)] { work(stop_); });
    result_ = task.get_future();
    finished_ = std::move(finished);
    thread_ = start_thread(std::move(task));
}

void BackgroundJob::poll() {
    if (!is_running() || result_.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
        return;
    thread_.join();
    const auto finished = std::exchange(finished_, nullptr);
    result_.get();
    finished();
}

void BackgroundJob::stop() noexcept {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
    finished_ = nullptr;
}

} // namespace emilia
