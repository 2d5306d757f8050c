#include "engine/search/team.h"

#include <algorithm>
#include <system_error>

namespace emilia {
namespace {

// Takes some tens of microseconds.
constexpr int spins_before_sleep = 4000;

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
        // The system can't start more threads; the search goes on with those that run.
    }
}

Team::~Team() {
    {
        const std::scoped_lock lock(mutex_);
        finished_ = true;
        announce_change();
    }
    for (std::thread& thread : threads_) thread.join();
}

void Team::help(TranspositionTable& table, const Weights& weights, SearchControl& control) {
    SearchThread thread(table, weights, control, this);
    for (;;) {
        const unsigned seen = changes();
        if (finished()) return;
        const auto work = thread.interrupted() ? std::nullopt : take_work(nullptr);
        if (work) {
            work->node->run(thread, *work->move);
        } else {
            thread.report();
            wait_for_change_after(seen);
        }
    }
}

bool Team::finished() {
    const std::scoped_lock lock(mutex_);
    return finished_;
}

std::optional<Team::Work> Team::take_work(const SharedNode* above) {
    const std::scoped_lock lock(mutex_);
    SharedNode* farthest = nullptr; // from the leaves
    for (SharedNode* node : nodes_) {
        if (node->has_moves() && (farthest == nullptr || node->plies_ > farthest->plies_)
            && (above == nullptr || node->is_below(above))) {
            farthest = node;
        }
    }
    if (farthest == nullptr) return std::nullopt;
    return Work{farthest, &farthest->next_move()};
}

void Team::wait_for_change_after(unsigned seen) {
    idle_.fetch_add(1, std::memory_order_relaxed);
    // Most waits end sooner than the system can put a thread to sleep and wake it again.
    for (int i = 0; i < spins_before_sleep && changes() == seen; ++i) pause();
    if (changes() == seen) {
        std::unique_lock lock(mutex_);
        ++asleep_;
        changed_.wait(lock, [this, seen] { return changes() != seen; });
        --asleep_;
    }
    idle_.fetch_sub(1, std::memory_order_relaxed);
}

void Team::announce_change() noexcept {
    changes_.fetch_add(1, std::memory_order_relaxed);
    if (asleep_ > 0) changed_.notify_all();
}

SharedNode::SharedNode(SearchThread& owner, OrderedMoves& moves, std::size_t first,
                       int plies) noexcept
    : owner_(owner),
      team_(*owner.team),
      parent_(owner.shared_node()),
      moves_(moves),
      next_(first),
      plies_(plies) {}

void SharedNode::search() {
    if (!open()) return;
    while (const OrderedMove* const move = owner_.interrupted() ? nullptr : take_move())
        run(owner_, *move);
    for (;;) { // other threads may still search moves; meanwhile the owner helps below this node
        const unsigned seen = team_.changes();
        if (close()) break;
        const auto work = owner_.interrupted() ? std::nullopt : team_.take_work(this);
        if (work) {
            work->node->run(owner_, *work->move);
        } else {
            team_.wait_for_change_after(seen);
        }
    }
    // A helper may have noticed the stop before the owner, and left a move out. The owner must
    // notice it now, or it would take the values of the other moves for the value of the node.
    if (stopped_) owner_.report();
}

void SharedNode::run(SearchThread& worker, const OrderedMove& move) {
    SharedNode* const outer = worker.shared_node();
    worker.work_on(this);
    search_move(worker, move); // afterwards this node may be gone
    worker.work_on(outer);
}

/// Adds the node to the team's list, unless its result is of no use any more.
bool SharedNode::open() {
    const std::scoped_lock lock(team_.mutex_);
    if (parent_ != nullptr && parent_->cancelled()) return false;
    team_.nodes_.push_back(this);
    team_.announce_change();
    return true;
}

/// Removes the node from the team's list if no thread works on it.
bool SharedNode::close() {
    const std::scoped_lock lock(team_.mutex_);
    if (busy_ > 0) return false;
    std::erase(team_.nodes_, this);
    return true;
}

const OrderedMove* SharedNode::take_move() {
    const std::scoped_lock lock(team_.mutex_);
    return has_moves() ? &next_move() : nullptr;
}

const OrderedMove& SharedNode::next_move() noexcept {
    ++busy_;
    return moves_.pick(next_++);
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
