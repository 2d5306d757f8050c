#include "engine/search/team.h"

#include <algorithm>
#include <system_error>

namespace emilia {
namespace {

// Some tens of microseconds.
constexpr int looks_before_sleep = 4000;

/// Tells the processor that this thread only waits.
void pause() noexcept {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#else
    std::atomic_signal_fence(std::memory_order_seq_cst);
#endif
}

} // namespace

void SearchThread::work_on(SharedNode* node) noexcept {
    shared_node_ = node;
    cancelled_ = node == nullptr ? nullptr : &node->cancelled();
}

Team::Team(int helpers, TranspositionTable& table, const Weights& weights, SearchControl& control) {
    threads_.reserve(static_cast<std::size_t>(std::max(helpers, 0)));
    try {
        for (int i = 0; i < helpers; ++i) {
            threads_.emplace_back(
                [this, &table, &weights, &control] { help(table, weights, control); });
        }
    } catch (const std::system_error&) {
        // The system has no more threads to give; those that run are enough.
    }
}

Team::~Team() {
    {
        const std::lock_guard lock(mutex_);
        finished_ = true;
        wake();
    }
    for (std::thread& thread : threads_) thread.join();
}

void Team::help(TranspositionTable& table, const Weights& weights, SearchControl& control) {
    SearchThread thread(table, weights, control, this);
    std::unique_lock lock(mutex_);
    while (!finished_) {
        SharedNode* const node = thread.interrupted() ? nullptr : open_node(nullptr);
        if (node != nullptr) {
            node->search_next(thread, lock);
        } else {
            thread.report();
            wait(lock);
        }
    }
}

/// Of the nodes with moves left, below `above` if that is given, the farthest from the leaves.
SharedNode* Team::open_node(const SharedNode* above) const noexcept {
    SharedNode* farthest = nullptr;
    for (SharedNode* node : nodes_) {
        if (node->is_open() && (farthest == nullptr || node->plies_ > farthest->plies_)
            && (above == nullptr || node->is_below(above))) {
            farthest = node;
        }
    }
    return farthest;
}

void Team::wait(std::unique_lock<std::mutex>& lock) {
    // Work mostly turns up sooner than the system can put a thread to sleep and wake it again.
    const unsigned before = changes_.load(std::memory_order_relaxed);
    idle_.fetch_add(1, std::memory_order_relaxed);
    lock.unlock();
    for (int i = 0; i < looks_before_sleep; ++i) {
        if (changes_.load(std::memory_order_relaxed) != before) break;
        pause();
    }
    lock.lock();
    if (changes_.load(std::memory_order_relaxed) == before) {
        ++waiting_;
        changed_.wait(lock);
        --waiting_;
    }
    idle_.fetch_sub(1, std::memory_order_relaxed);
}

void Team::wake() noexcept {
    changes_.fetch_add(1, std::memory_order_relaxed);
    if (waiting_ > 0) changed_.notify_all();
}

SharedNode::SharedNode(SearchThread& owner, OrderedMoves& moves, std::size_t first, int plies,
                       Task task, void* context) noexcept
    : owner_(owner),
      team_(*owner.team),
      parent_(owner.shared_node()),
      moves_(moves),
      next_(first),
      plies_(plies),
      task_(task),
      context_(context) {}

void SharedNode::search() {
    std::unique_lock lock(team_.mutex_);
    if (parent_ != nullptr && parent_->cancelled()) return;
    team_.nodes_.push_back(this);
    team_.wake();
    while (is_open() && !owner_.interrupted()) search_next(owner_, lock);
    while (busy_ > 0) { // others are; meanwhile help those who help
        SharedNode* const below = owner_.interrupted() ? nullptr : team_.open_node(this);
        if (below != nullptr) {
            below->search_next(owner_, lock);
        } else {
            team_.wait(lock);
        }
    }
    std::erase(team_.nodes_, this);
    lock.unlock();
    // A helper that saw the stop first left its move out: the owner must not take the rest for all.
    if (stopped_) owner_.report();
}

void SharedNode::search_next(SearchThread& thread, std::unique_lock<std::mutex>& lock) {
    const OrderedMove& move = moves_.pick(next_++);
    ++busy_;
    SharedNode* const outer = thread.shared_node();
    thread.work_on(this);
    lock.unlock();
    if (task_(context_, thread, move, lock)) {
        cancel();
    } else if (thread.interrupted() && !cancelled_.load(std::memory_order_relaxed)) {
        stopped_ = true;
    }
    thread.work_on(outer);
    if (--busy_ == 0) team_.wake();
}

bool SharedNode::is_below(const SharedNode* node) const noexcept {
    const SharedNode* above = parent_;
    while (above != nullptr && above != node) above = above->parent_;
    return above != nullptr;
}

void SharedNode::cancel() noexcept {
    cancelled_.store(true, std::memory_order_relaxed);
    for (SharedNode* node : team_.nodes_) {
        if (node->is_below(this)) node->cancelled_.store(true, std::memory_order_relaxed);
    }
}

} // namespace emilia
