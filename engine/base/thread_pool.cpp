#include "engine/base/thread_pool.h"

#include "engine/base/start_thread.h"

#include <exception>
#include <utility>

namespace emilia {
namespace {

// Takes some tens of microseconds.
constexpr int spins_before_sleep = 4000;

/// Lets the processor know that this thread only waits.
void pause() noexcept {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb"); // takes about as long as `pause`; the hint `yield` takes no time
#else
    std::atomic_signal_fence(std::memory_order_seq_cst);
#endif
}

} // namespace

ThreadPool::~ThreadPool() {
    {
        const std::scoped_lock lock(mutex_);
        finished_ = true;
    }
    job_begins_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

void ThreadPool::begin(Job job) {
    const std::scoped_lock lock(mutex_);
    job_ = std::move(job);
    try {
        if (size_ > 1) threads_.reserve(size_ - 1); // nothing may fail where a thread runs already
        while (threads_.size() + 1 < size_) {
            const std::size_t place = threads_.size() + 1;
            threads_.push_back(start_thread([this, place, seen = jobs_] { work(place, seen); }));
        }
    } catch (const std::exception&) {
        // There can't be more threads, or no memory for them; those that run do the job.
    }
    ++jobs_;
    busy_ = threads_.size();
    job_begins_.notify_all();
}

void ThreadPool::end() {
    std::unique_lock lock(mutex_);
    job_ends_.wait(lock, [this] { return busy_ == 0; });
}

void ThreadPool::work(std::size_t place, unsigned done) {
    std::unique_lock lock(mutex_);
    for (;;) {
        job_begins_.wait(lock, [&] { return finished_ || jobs_ != done; });
        if (finished_) return;
        done = jobs_;
        lock.unlock();
        run(place);
        lock.lock();
        if (--busy_ == 0) job_ends_.notify_all();
    }
}

void ThreadPool::wait_for_change(const std::atomic<unsigned>& changes, unsigned seen) {
    // Most waits end sooner than the system can put a thread to sleep and wake it again.
    for (int i = 0; i < spins_before_sleep && changes == seen; ++i) pause();
    if (changes != seen) return;
    // Either `wake_all` sees that this thread sleeps, or the thread sees the change.
    std::unique_lock lock(sleep_);
    ++asleep_;
    changed_.wait(lock, [&] { return changes != seen; });
    --asleep_;
}

void ThreadPool::wake_all() noexcept {
    if (asleep_ == 0) return;
    const std::scoped_lock lock(sleep_);
    changed_.notify_all();
}

} // namespace emilia
