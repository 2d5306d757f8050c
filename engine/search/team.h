#pragma once

// Threads that all work on the same tree. After the first move of a node has
// been searched, the other moves may go to other threads ("young brothers wait": Feldmann, Monien,
// Mysliwietz and Vornberger, "Distributed game tree search", ICCA Journal 12, 1989). An idle thread
// takes a move of the open node that is farthest from the leaves, because that is the most work. A
// cut-off at a node stops all work below it.
//
// Each thread has a list of the nodes that it has opened. A thread without work looks through the
// lists and takes a move from the one with the most work. Each list has a lock, and so has each
// node for its state. They are held only while a move is taken, a result is taken over or a node is
// opened or closed, never during a search. The holder of a list's lock may lock a node, and the
// holder of a node's lock may lock a node below it, never the other way. Two locks are common to
// all threads: that of the pool, for falling asleep and waking up (thread_pool.h), and that of the
// node counts (search_thread.h), once in some hundred nodes.

#include "engine/base/thread_pool.h"
#include "engine/search/ordering.h"
#include "engine/search/search_thread.h"

#include <atomic>
#include <cstddef>
#include <mutex>
#include <optional>
#include <vector>

namespace emilia {

class SharedNode;

class Team {
public:
    /// For threads of `pool`, of which one begins the searches and the others help.
    explicit Team(ThreadPool& pool);
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    /// Helps all searches of the team's threads until the team is dismissed. `thread` belongs to
    /// the team.
    void help(SearchThread& thread) noexcept;
    /// Ends `help`.
    void dismiss() noexcept;

    /// Interrupts the searches of the team's threads.
    void interrupt() noexcept { interrupted_.store(true, std::memory_order_relaxed); }
    /// They may search again; each notices it at its next report.
    void resume() noexcept { interrupted_.store(false, std::memory_order_relaxed); }
    [[nodiscard]] bool interrupted() const noexcept {
        return interrupted_.load(std::memory_order_relaxed);
    }

    /// Whether a thread has nothing to do just now. If none has, sharing a node is no use.
    [[nodiscard]] bool has_idle_thread() const noexcept {
        return idle_.load(std::memory_order_relaxed) > 0;
    }
    /// Whether it has more than one thread just now.
    [[nodiscard]] bool has_others() const noexcept { return pool_.has_others(); }

private:
    friend class SharedNode;

    /// A move that a thread has taken and must search.
    struct Work {
        SharedNode* node;
        const OrderedMove* move;
    };

    /// The nodes that a thread has opened. Each thread has a list, on cache lines of its own.
    struct alignas(128) OpenNodes {
        std::mutex mutex; ///< guards `nodes`
        std::vector<SharedNode*> nodes;
        /// The distance to the leaves of the outermost node that may have moves left, or 0. Others
        /// read it without the lock; it may be too high, never too low.
        std::atomic<int> most_plies = 0;
    };

    /// Takes a move of the open node that is farthest from the leaves. `thief` says which list to
    /// look into first, so that the threads don't all go to the same one.
    [[nodiscard]] std::optional<Work> take_work(std::size_t thief);
    [[nodiscard]] static std::optional<Work> take_work_of(OpenNodes& open);

    /// The number of changes so far. A thread that reads it, then finds nothing to do, can wait for
    /// the next change without missing one.
    [[nodiscard]] unsigned changes() const noexcept { return changes_.load(); }
    void wait_for_change_after(unsigned seen);
    /// Counts a change and wakes the threads that wait for one.
    void announce_change() noexcept;

    ThreadPool& pool_;
    std::vector<OpenNodes> open_nodes_;      ///< by the place of the thread
    alignas(128) std::atomic<int> idle_ = 0; ///< threads that wait, asleep or not
    alignas(128) std::atomic<unsigned> changes_ = 0;
    std::atomic<bool> dismissed_ = false;
    std::atomic<bool> interrupted_ = false;
};

/// A node whose moves several threads search. It lives on the stack of the thread that owns it.
/// While `search` runs it is in that thread's list, and its parent knows it.
class SharedNode {
public:
    SharedNode(const SharedNode&) = delete;
    SharedNode& operator=(const SharedNode&) = delete;

    /// Searches all moves, or until a cut-off or an interruption, and waits until no other thread
    /// works on a move of this node. For the owner's thread.
    void search();

    [[nodiscard]] const std::atomic<bool>& cancelled() const noexcept { return cancelled_; }

protected:
    /// For the moves from place `first` on; `plies` is the distance to the leaves.
    SharedNode(SearchThread& owner, OrderedMoves& moves, std::size_t first, int plies) noexcept;
    ~SharedNode() = default;

    /// Searches `move` in `worker` and ends with `finish_move`.
    virtual void search_move(SearchThread& worker, const OrderedMove& move) = 0;

    /// Ends the search of a move. Unless it was interrupted, calls `take()`, which no two threads
    /// do at once; if that returns true, the node is cut off. Afterwards the node may be gone.
    template <class Take>
    void finish_move(const SearchThread& worker, const Take& take) {
        Team& team = team_;
        bool was_last = false;
        {
            const std::scoped_lock lock(mutex_);
            if (!worker.interrupted()) {
                if (take()) cancel();
            } else if (!cancelled_.load(std::memory_order_relaxed)) {
                stopped_ = true;
            }
            was_last = --busy_ == 0;
        }
        if (was_last) team.announce_change();
    }

private:
    friend class Team;

    void run(SearchThread& worker, const OrderedMove& move);
    [[nodiscard]] bool open();
    [[nodiscard]] bool is_busy();
    void close();
    [[nodiscard]] const OrderedMove* take_move();
    [[nodiscard]] std::optional<Team::Work> take_work_below();

    void cancel() noexcept; ///< the lock must be held

    SearchThread& owner_;
    Team& team_;
    SharedNode* const parent_;
    const int plies_;
    std::atomic<bool> cancelled_ = false;

    std::mutex mutex_; ///< guards what follows
    OrderedMoves& moves_;
    std::size_t next_;
    int busy_ = 0;                      ///< threads that search a move
    bool stopped_ = false;              ///< a move was not searched because the whole search
                                        ///< has been stopped
    SharedNode* first_child_ = nullptr; ///< of the open nodes whose parent is this one
    // Its place among the children of its parent, whose lock guards it.
    SharedNode* next_sibling_ = nullptr;
    SharedNode* previous_sibling_ = nullptr;
};

/// Searches the moves of a node until one cuts it off: first the hash move, then the others, best
/// first. False if interrupted; then not every value was taken. `Moves` has
///
///   plies            the distance to the leaves
///   all              the OrderedMoves
///   first()          the hash move, or none
///   is_shareable()   whether other threads may search moves, too
///   order()          gives the moves their order values; called only if the
///                    hash move isn't enough
///   value_of(worker, move)   searches a move, in any thread
///   take(move, value)        receives each value, from one thread at a time; true is a cut-off
template <class Moves>
[[nodiscard]] bool search_moves(SearchThread& thread, Moves& node) {
    class Shared final : public SharedNode {
    public:
        Shared(SearchThread& owner, Moves& moves, std::size_t first) noexcept
            : SharedNode(owner, moves.all, first, moves.plies), node_(moves) {}

    private:
        void search_move(SearchThread& worker, const OrderedMove& move) override {
            const auto value = node_.value_of(worker, move);
            finish_move(worker, [&] { return node_.take(move, value); });
        }
        Moves& node_;
    };

    OrderedMoves& moves = node.all;
    const bool may_share = thread.team != nullptr && node.is_shareable();
    const bool hash_move_first = moves.put_first(node.first());
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (i == (hash_move_first ? 1 : 0)) node.order();
        if (i > 0 && may_share && moves.size() - i > 1 && thread.team->has_idle_thread()) {
            Shared(thread, node, i).search();
            return !thread.interrupted();
        }
        const OrderedMove& move = moves.pick(i);
        const auto value = node.value_of(thread, move);
        if (thread.interrupted()) return false;
        if (node.take(move, value)) return true;
    }
    return true;
}

} // namespace emilia
