#include "engine/base/helpers.h"

#include <algorithm>
#include <utility>

namespace emilia {

class Helpers::Pool final : public ThreadPool {
public:
    explicit Pool(Helpers& helpers)
        : ThreadPool(helpers.threads_), helpers_(helpers), taken_(helpers.threads_) {}

    void begin(Job job) override {
        job_ = std::move(job);
        work_ = 0;
        is_long_ = false;
    }

    void end() override {
        std::unique_lock lock(helpers_.mutex_);
        std::erase(helpers_.long_jobs_, this);
        left_.wait(lock, [this] { return others_ == 0; });
    }

    void worked(std::uint64_t amount) noexcept override {
        const std::uint64_t before = work_.fetch_add(amount, std::memory_order_relaxed);
        if (before + amount < helpers_.least_work_ || is_long_.exchange(true)) return;
        const std::scoped_lock lock(helpers_.mutex_);
        helpers_.long_jobs_.push_back(this); // there is room for all pools
        helpers_.changed_.notify_all();
    }

    [[nodiscard]] bool has_others() const noexcept override {
        return others_.load(std::memory_order_relaxed) > 0;
    }

    /// With the lock of the helpers, which is free while the helper works.
    void join(std::unique_lock<std::mutex>& lock) {
        const auto free = std::find(taken_.begin() + 1, taken_.end(), false);
        const auto place = static_cast<std::size_t>(free - taken_.begin());
        taken_[place] = true;
        ++others_;
        lock.unlock();
        job_(place);
        lock.lock();
        taken_[place] = false;
        if (--others_ == 0) left_.notify_all();
    }

    [[nodiscard]] std::size_t others() const noexcept { return static_cast<std::size_t>(others_); }

private:
    Helpers& helpers_;
    Job job_;
    std::atomic<std::uint64_t> work_ = 0;
    std::atomic<bool> is_long_ = false;
    std::atomic<int> others_ = 0;
    std::vector<bool> taken_; ///< places, the first of which is the owner's
    std::condition_variable left_;
};

std::unique_ptr<ThreadPool> Helpers::make_pool() {
    {
        const std::scoped_lock lock(mutex_);
        long_jobs_.reserve(threads_);
    }
    return std::make_unique<Pool>(*this);
}

/// The long job with the fewest helpers; null if all have as many as they can.
Helpers::Pool* Helpers::job_to_join() const noexcept {
    const auto fewest = std::min_element(
        long_jobs_.begin(), long_jobs_.end(),
        [](const Pool* left, const Pool* right) { return left->others() < right->others(); });
    return fewest == long_jobs_.end() || (*fewest)->others() + 1 >= threads_ ? nullptr : *fewest;
}

void Helpers::help(const std::function<bool()>& enough) {
    std::unique_lock lock(mutex_);
    while (!enough()) {
        if (Pool* const job = job_to_join()) {
            job->join(lock);
            continue;
        }
        ++waiting_;
        // Either `wake` sees that this thread waits, or the thread sees what has changed.
        if (!enough()) changed_.wait(lock);
        --waiting_;
    }
}

void Helpers::wake() noexcept {
    if (waiting_ == 0) return;
    const std::scoped_lock lock(mutex_);
    changed_.notify_all();
}

} // namespace emilia
