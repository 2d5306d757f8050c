#include "engine/search/team.h"

namespace emilia {

void SearchThread::work_on(SharedNode* node) noexcept {
    shared_node_ = node;
    cancelled_ = node == nullptr ? nullptr : &node->cancelled();
}

void SearchThread::report() noexcept {
    const Nodes before = reported_.load(std::memory_order_relaxed);
    reported_.store(nodes_, std::memory_order_relaxed);
    control_.report(nodes_ - before);
    next_report_ = nodes_ + control_.allowance();
    interrupted_ = control_.stopped() || (team != nullptr && team->interrupted());
    if (pulse_ != nullptr && Clock::now() >= next_pulse_) {
        next_pulse_ = Clock::now() + pulse_interval;
        (*pulse_)();
    }
}

Team::Team(ThreadPool& pool) : pool_(pool), open_nodes_(pool.size()) {
    constexpr std::size_t most_open_nodes = 2 * square_count; // on a path to the end, with passes
    for (OpenNodes& open : open_nodes_) open.nodes.reserve(most_open_nodes);
}

void Team::help(SearchThread& thread) noexcept {
    for (;;) {
        const unsigned seen = changes();
        if (dismissed_) break;
        const auto work = thread.interrupted() ? std::nullopt : take_work(thread.place);
        if (work) {
            work->node->run(thread, *work->move);
        } else {
            thread.report();
            wait_for_change_after(seen);
        }
    }
}

void Team::dismiss() noexcept {
    dismissed_ = true;
    announce_change();
}

std::optional<Team::Work> Team::take_work(std::size_t thief) {
    const std::size_t lists = open_nodes_.size();
    for (;;) {
        OpenNodes* best = nullptr;
        int most_plies = 0;
        for (std::size_t i = 0; i < lists; ++i) {
            OpenNodes& open = open_nodes_[(thief + i) % lists];
            const int plies = open.most_plies.load(std::memory_order_relaxed);
            if (plies > most_plies) {
                best = &open;
                most_plies = plies;
            }
        }
        if (best == nullptr) return std::nullopt;
        if (const auto work = take_work_of(*best)) return work;
    }
}

std::optional<Team::Work> Team::take_work_of(OpenNodes& open) {
    const std::scoped_lock lock(open.mutex);
    for (SharedNode* const node : open.nodes) { // the outermost first
        if (const OrderedMove* const move = node->take_move()) {
            open.most_plies.store(node->plies_, std::memory_order_relaxed);
            return Work{node, move};
        }
    }
    open.most_plies.store(0, std::memory_order_relaxed);
    return std::nullopt;
}

void Team::wait_for_change_after(unsigned seen) {
    idle_.fetch_add(1, std::memory_order_relaxed);
    pool_.wait_for_change(changes_, seen);
    idle_.fetch_sub(1, std::memory_order_relaxed);
}

void Team::announce_change() noexcept {
    ++changes_;
    pool_.wake_all();
}

SharedNode::SharedNode(SearchThread& owner, OrderedMoves& moves, std::size_t first,
                       int plies) noexcept
    : owner_(owner),
      team_(*owner.team),
      parent_(owner.shared_node()),
      plies_(plies),
      moves_(moves),
      next_(first) {}

void SharedNode::search() {
    if (!open()) return;
    while (const OrderedMove* const move = owner_.interrupted() ? nullptr : take_move())
        run(owner_, *move);
    for (;;) { // while other threads still search moves, the owner helps below
               // this node
        const unsigned seen = team_.changes();
        if (!is_busy()) break;
        const auto work = owner_.interrupted() ? std::nullopt : take_work_below();
        if (work) {
            work->node->run(owner_, *work->move);
        } else {
            team_.wait_for_change_after(seen);
        }
    }
    close();
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

/// Lets other threads find the node, unless its result is of no use any more.
bool SharedNode::open() {
    if (parent_ != nullptr) {
        const std::scoped_lock lock(parent_->mutex_);
        if (parent_->cancelled()) return false;
        next_sibling_ = parent_->first_child_;
        if (next_sibling_ != nullptr) next_sibling_->previous_sibling_ = this;
        parent_->first_child_ = this;
    }
    Team::OpenNodes& open = team_.open_nodes_[owner_.place];
    {
        const std::scoped_lock lock(open.mutex);
        open.nodes.push_back(this);
        if (plies_ > open.most_plies.load(std::memory_order_relaxed))
            open.most_plies.store(plies_, std::memory_order_relaxed);
    }
    team_.announce_change();
    return true;
}

/// Whether a thread searches a move. If none does, none will: the owner has taken the last move, or
/// it was interrupted, and then no other thread takes one.
bool SharedNode::is_busy() {
    const std::scoped_lock lock(mutex_);
    next_ = moves_.size();
    return busy_ > 0;
}

void SharedNode::close() {
    Team::OpenNodes& open = team_.open_nodes_[owner_.place];
    {
        const std::scoped_lock lock(open.mutex);
        open.nodes.pop_back(); // a thread closes its nodes in the opposite order
    }
    if (parent_ == nullptr) return;
    const std::scoped_lock lock(parent_->mutex_);
    if (next_sibling_ != nullptr) next_sibling_->previous_sibling_ = previous_sibling_;
    (previous_sibling_ != nullptr ? previous_sibling_->next_sibling_ : parent_->first_child_) =
        next_sibling_;
}

const OrderedMove* SharedNode::take_move() {
    const std::scoped_lock lock(mutex_);
    if (next_ >= moves_.size() || cancelled_.load(std::memory_order_relaxed)) return nullptr;
    ++busy_;
    return &moves_.pick(next_++);
}

std::optional<Team::Work> SharedNode::take_work_below() {
    const std::scoped_lock lock(mutex_); // keeps the children open
    for (SharedNode* child = first_child_; child != nullptr; child = child->next_sibling_) {
        if (const OrderedMove* const move = child->take_move()) return Team::Work{child, move};
        if (const auto work = child->take_work_below()) return work;
    }
    return std::nullopt;
}

void SharedNode::cancel() noexcept {
    cancelled_.store(true, std::memory_order_relaxed);
    for (SharedNode* child = first_child_; child != nullptr; child = child->next_sibling_) {
        const std::scoped_lock lock(child->mutex_);
        child->cancel();
    }
}

} // namespace emilia
