#pragma once

// What ends a search (SearchControl) and the state of each of its threads (SearchThread).

#include "engine/base/thread_pool.h"
#include "engine/eval/evaluation_cache.h"
#include "engine/eval/weights.h"
#include "engine/search/endgame_leaf.h"
#include "engine/search/search_limits.h"
#include "engine/search/transposition_table.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>
#include <vector>

namespace emilia {

/// The limits of one search, shared by its threads. Any thread may stop the search at any time.
class SearchControl {
public:
    /// Uses the deadline, the number of nodes and the stop of the limits, for the threads of
    /// `pool`.
    SearchControl(const SearchLimits& limits, ThreadPool& pool) noexcept
        : deadline_(limits.deadline),
          node_limit_(limits.nodes),
          external_stop_(limits.stop),
          pool_(pool) {}

    void stop() noexcept { stopped_.store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool stopped() const noexcept { return stopped_.load(std::memory_order_relaxed); }

    /// Counts the nodes of a thread, too, until `leave` is called.
    void join(const std::atomic<Nodes>& nodes) {
        const std::scoped_lock lock(mutex_);
        threads_.push_back(&nodes);
    }
    void leave(const std::atomic<Nodes>& nodes) noexcept {
        const std::scoped_lock lock(mutex_);
        nodes_of_former_threads_ += nodes.load(std::memory_order_relaxed);
        std::erase(threads_, &nodes);
    }

    /// Takes a report of a thread about its new nodes, and stops the search if a limit is reached.
    void report(Nodes new_nodes) noexcept {
        pool_.worked(new_nodes);
        if ((external_stop_ != nullptr && external_stop_->load(std::memory_order_relaxed))
            || (node_limit_ && nodes() >= *node_limit_)
            || (deadline_ && Clock::now() >= *deadline_)) {
            stop();
        }
    }

    /// The nodes that the threads have reported so far.
    [[nodiscard]] Nodes nodes() const noexcept {
        const std::scoped_lock lock(mutex_);
        Nodes sum = nodes_of_former_threads_;
        for (const std::atomic<Nodes>* nodes : threads_)
            sum += nodes->load(std::memory_order_relaxed);
        return sum;
    }

    /// The number of nodes that a thread may enter before it reports again.
    [[nodiscard]] Nodes allowance() const noexcept {
        const Nodes interval = pool_.turn();
        if (!node_limit_) return interval;
        const Nodes used = nodes();
        return used >= *node_limit_ ? 1 : std::min(interval, *node_limit_ - used);
    }

private:
    std::optional<Clock::time_point> deadline_;
    std::optional<Nodes> node_limit_;
    const std::atomic<bool>* external_stop_;
    ThreadPool& pool_;
    std::atomic<bool> stopped_ = false;
    mutable std::mutex mutex_; ///< guards what follows
    std::vector<const std::atomic<Nodes>*> threads_;
    Nodes nodes_of_former_threads_ = 0;
};

class SharedNode;
class Team;

/// One thread of a search. Every search function starts with `enter()`. Once `interrupted()` is
/// true, it returns at once, with a value that its caller may neither use nor store.
class SearchThread {
public:
    SearchThread(TranspositionTable& shared_table, const Weights& shared_weights,
                 SearchControl& control, Team* its_team = nullptr, std::size_t place_in_team = 0)
        : table(shared_table),
          weights(shared_weights),
          team(its_team),
          place(place_in_team),
          control_(control),
          next_report_(control.allowance()) {
        control.join(reported_);
    }
    SearchThread(const SearchThread&) = delete;
    SearchThread& operator=(const SearchThread&) = delete;
    ~SearchThread() { control_.leave(reported_); }

    /// Counts a node, and from time to time checks the clock and the stop signal.
    void enter() noexcept {
        if (++nodes_ >= next_report_) report();
    }
    /// Counts the nodes of a leaf search, which is too short to be interrupted.
    void add(Nodes nodes) noexcept { nodes_ += nodes; }

    /// The nodes of the whole search so far; of other threads, those that they have reported.
    [[nodiscard]] Nodes nodes_of_all() const noexcept {
        return control_.nodes() + nodes_ - reported_.load(std::memory_order_relaxed);
    }

    /// Whether the search has been stopped, or another thread found a cut-off above this thread's
    /// node, so that its result is useless.
    [[nodiscard]] bool interrupted() const noexcept {
        return interrupted_
               || (cancelled_ != nullptr && cancelled_->load(std::memory_order_relaxed));
    }

    /// Shows this thread's nodes to the others, checks the limits, and calls the pulse if due.
    void report() noexcept;

    /// Has `pulse` called about four times a second while this thread searches. It must outlive the
    /// search.
    void set_pulse(const std::function<void()>* pulse) noexcept {
        pulse_ = pulse;
        next_pulse_ = Clock::now() + pulse_interval;
    }

    /// The nearest node above that is shared with other threads, or null.
    [[nodiscard]] SharedNode* shared_node() const noexcept { return shared_node_; }
    /// Makes `node` the shared node above; a cut-off there interrupts this thread.
    void work_on(SharedNode* node) noexcept;

    TranspositionTable& table;
    const Weights& weights; ///< of the evaluation
    LeafTable leaves;
    EvaluationCache evaluations;
    Team* team;              ///< shares its work; null if this is the only thread
    const std::size_t place; ///< in the team: 0 for the thread that began the search

private:
    static constexpr std::chrono::milliseconds pulse_interval{250};

    SearchControl& control_;
    SharedNode* shared_node_ = nullptr;
    const std::atomic<bool>* cancelled_ = nullptr; ///< of the shared node
    const std::function<void()>* pulse_ = nullptr;
    Clock::time_point next_pulse_;
    Nodes nodes_ = 0;
    Nodes next_report_;
    bool interrupted_ = false;
    alignas(64) std::atomic<Nodes> reported_ = 0; ///< other threads read it
};

} // namespace emilia
