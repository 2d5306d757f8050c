#include "engine/base/crew.h"

#include <system_error>
#include <utility>

namespace emilia {

Crew::Crew(std::size_t size, const std::function<void(std::size_t)>& work,
           std::function<void()> stop)
    : stop_(std::move(stop)) {
    threads_.reserve(size);
    for (std::size_t number = 0; number < size; ++number) {
        const std::scoped_lock lock(mutex_);
        try {
            threads_.emplace_back([this, work, number] { run(work, number); });
        } catch (const std::system_error&) {
            if (threads_.empty()) throw;
            break;
        }
        ++working_;
    }
}

Crew::~Crew() {
    stop_();
    for (std::thread& thread : threads_) thread.join();
}

void Crew::run(const std::function<void(std::size_t)>& work, std::size_t number) noexcept {
    std::exception_ptr failure;
    try {
        work(number);
    } catch (...) {
        failure = std::current_exception();
        stop_();
    }
    const std::scoped_lock lock(mutex_);
    if (failure && !failure_) failure_ = failure;
    --working_;
    changed_.notify_all();
}

bool Crew::wait_for(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    const bool ended = changed_.wait_for(lock, time, [this] { return working_ == 0; });
    if (ended && failure_) std::rethrow_exception(failure_);
    return ended;
}

} // namespace emilia
