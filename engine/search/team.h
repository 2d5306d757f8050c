#pragma once

// The threads of one search, all at work on the same tree. Once a node's first move is searched,
// the rest of its moves may go to other threads ("young brothers wait": Feldmann, Monien,
// Mysliwietz and Vornberger, "Distributed game tree search", ICCA Journal 12, 1989). A thread that
// has nothing to do takes a move of the open node that is farthest from the leaves, the most work
// to be had at once. A cut-off at a node stops all work below it.

#include "engine/search/ordering.h"
#include "engine/search/search_thread.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace emilia {

class SharedNode;

class Team {
public:
    /// Starts `helpers` threads, fewer where the system has no more to give. They help with
    /// searches of threads that were made with this team until `control` stops them.
    Team(int helpers, TranspositionTable& table, const Weights& weights, SearchControl& control);
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;
    /// Ends the helpers. No search may run.
    ~Team();

    /// Whether a thread has nothing to do just now; a node need not be shared while none has.
    [[nodiscard]] bool has_idle_thread() const noexcept {
        return idle_.load(std::memory_order_relaxed) > 0;
    }

private:
    friend class SharedNode;

    void help(TranspositionTable& table, const Weights& weights, SearchControl& control);
    [[nodiscard]] SharedNode* open_node(const SharedNode* above) const noexcept;
    void wait(std::unique_lock<std::mutex>& lock);
    void wake() noexcept;

    std::mutex mutex_; ///< guards everything here, but for what says otherwise, and in the nodes
    std::condition_variable changed_;
    std::atomic<unsigned> changes_ = 0; ///< also read without the mutex
    std::atomic<int> idle_ = 0;         ///< likewise; those that wait, asleep or not
    int waiting_ = 0;
    bool finished_ = false;
    std::vector<SharedNode*> nodes_;
    std::vector<std::thread> threads_;
};

/// A node whose moves several threads search. Lives on the stack of the thread that owns it.
class SharedNode {
public:
    /// Searches `move` in `thread` and comes back with the lock held; true for a cut-off.
    using Task = bool (*)(void* context, SearchThread& thread, const OrderedMove& move,
                          std::unique_lock<std::mutex>& lock);

    /// The moves from `first` on; `plies` to the leaves.
    SharedNode(SearchThread& owner, OrderedMoves& moves, std::size_t first, int plies, Task task,
               void* context) noexcept;

    /// Searches all moves, or until a cut-off or an interruption.
    void search();

    [[nodiscard]] const std::atomic<bool>& cancelled() const noexcept { return cancelled_; }

private:
    friend class Team;

    [[nodiscard]] bool is_open() const noexcept {
        return next_ < moves_.size() && !cancelled_.load(std::memory_order_relaxed);
    }
    [[nodiscard]] bool is_below(const SharedNode* node) const noexcept;
    void search_next(SearchThread& thread, std::unique_lock<std::mutex>& lock);
    void cancel() noexcept;

    SearchThread& owner_;
    Team& team_;
    SharedNode* const parent_;
    OrderedMoves& moves_;
    std::size_t next_;
    const int plies_;
    const Task task_;
    void* const context_;
    int busy_ = 0;         ///< threads at work on a move
    bool stopped_ = false; ///< a move was left out because the whole search has been stopped
    std::atomic<bool> cancelled_ = false;
};

/// Searches `moves` until `take` says that it is enough, the hash move first and then the others
/// best first: `order()` gives the moves their values and is called only when they are needed, for
/// the hash move mostly is enough; `search(thread, move)` gives a move's value, in any thread of
/// the team if the node is worth sharing; `take(move, value)` is told of it, by one thread at a
/// time. False if interrupted; then not every value was taken.
template <typename Order, typename Search, typename Take>
bool search_moves(SearchThread& thread, OrderedMoves& moves, Square hash_move, int plies,
                  bool worth_sharing, Order&& order, Search&& search, Take&& take) {
    const bool may_share = worth_sharing && thread.team != nullptr;
    const bool hash_move_first = moves.put_first(hash_move);
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (i == (hash_move_first ? 1 : 0)) order();
        if (i > 0 && may_share && moves.size() - i > 1 && thread.team->has_idle_thread()) {
            auto both = [&](SearchThread& worker, const OrderedMove& move,
                            std::unique_lock<std::mutex>& lock) {
                const auto value = search(worker, move);
                lock.lock();
                return !worker.interrupted() && take(move, value);
            };
            using Both = decltype(both);
            SharedNode(
                thread, moves, i, plies,
                [](void* context, SearchThread& worker, const OrderedMove& move,
                   std::unique_lock<std::mutex>& lock) {
                    return (*static_cast<Both*>(context))(worker, move, lock);
                },
                &both)
                .search();
            return !thread.interrupted();
        }
        const OrderedMove& move = moves.pick(i);
        const auto value = search(thread, move);
        if (thread.interrupted()) return false;
        if (take(move, value)) return true;
    }
    return true;
}

} // namespace emilia
