#pragma once

// What ends a search, and the state that each of its threads carries.

#include "engine/eval/weights.h"
#include "engine/search/leaf_table.h"
#include "engine/search/transposition_table.h"
#include "engine/search/units.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <optional>

namespace emilia {

using Clock = std::chrono::steady_clock;

/// Shared by the threads of one search. Any thread may ask for a stop at any time.
class SearchControl {
public:
    SearchControl(std::optional<Clock::time_point> deadline, std::optional<Nodes> node_limit,
                  const std::atomic<bool>* external_stop) noexcept
        : deadline_(deadline), node_limit_(node_limit), external_stop_(external_stop) {}

    void stop() noexcept { stopped_.store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool stopped() const noexcept { return stopped_.load(std::memory_order_relaxed); }

    /// Adds `nodes` to the common count and looks at everything that may end the search.
    void report(Nodes nodes) noexcept {
        const Nodes total = nodes_.fetch_add(nodes, std::memory_order_relaxed) + nodes;
        if ((external_stop_ != nullptr && external_stop_->load(std::memory_order_relaxed))
            || (node_limit_ && total >= *node_limit_)
            || (deadline_ && Clock::now() >= *deadline_)) {
            stop();
        }
    }
    [[nodiscard]] Nodes nodes() const noexcept { return nodes_.load(std::memory_order_relaxed); }

    /// How many nodes a thread may enter before it reports again.
    [[nodiscard]] Nodes allowance() const noexcept {
        constexpr Nodes interval = 512; // well under a millisecond, even with a slow evaluation
        if (!node_limit_) return interval;
        const Nodes used = nodes();
        return used >= *node_limit_ ? 1 : std::min(interval, *node_limit_ - used);
    }

private:
    std::optional<Clock::time_point> deadline_;
    std::optional<Nodes> node_limit_;
    const std::atomic<bool>* external_stop_;
    std::atomic<bool> stopped_ = false;
    std::atomic<Nodes> nodes_ = 0;
};

class SharedNode;
class Team;

/// One thread's share of a search. Every search function begins with `enter()` and, once
/// `interrupted()`, unwinds with a value that nobody may use or store.
class SearchThread {
public:
    SearchThread(TranspositionTable& shared_table, const Weights& shared_weights,
                 SearchControl& control, Team* its_team = nullptr) noexcept
        : table(shared_table),
          weights(shared_weights),
          team(its_team),
          control_(control),
          next_report_(control.allowance()) {}

    /// Counts a node; looks at the clock and the stop signal now and then.
    void enter() noexcept {
        if (++nodes_ >= next_report_) report();
    }
    /// Counts nodes of a leaf function that is too short to be interrupted.
    void add(Nodes nodes) noexcept { nodes_ += nodes; }

    /// The search has been stopped, or its result is no longer of use: another thread found a
    /// cut-off above.
    [[nodiscard]] bool interrupted() const noexcept {
        return interrupted_
               || (cancelled_ != nullptr && cancelled_->load(std::memory_order_relaxed));
    }

    /// Brings the common node count up to date.
    void report() noexcept {
        control_.report(nodes_ - reported_);
        reported_ = nodes_;
        next_report_ = nodes_ + control_.allowance();
        interrupted_ = control_.stopped();
        if (pulse_ != nullptr && Clock::now() >= next_pulse_) {
            next_pulse_ = Clock::now() + pulse_interval;
            (*pulse_)();
        }
    }

    /// Has `pulse` called now and then while this thread searches. It must outlive the search.
    void set_pulse(const std::function<void()>* pulse) noexcept {
        pulse_ = pulse;
        next_pulse_ = Clock::now() + pulse_interval;
    }

    /// The nearest node above that is shared with other threads; none if null.
    [[nodiscard]] SharedNode* shared_node() const noexcept { return shared_node_; }
    void work_on(SharedNode* node) noexcept;

    TranspositionTable& table;
    const Weights& weights; ///< of the evaluation
    LeafTable leaves;
    Team* const team; ///< the threads to share work with; null where it is the only one

private:
    static constexpr std::chrono::milliseconds pulse_interval{250};

    SearchControl& control_;
    SharedNode* shared_node_ = nullptr;
    const std::atomic<bool>* cancelled_ = nullptr; ///< the shared node's
    const std::function<void()>* pulse_ = nullptr;
    Clock::time_point next_pulse_;
    Nodes nodes_ = 0;
    Nodes reported_ = 0;
    Nodes next_report_;
    bool interrupted_ = false;
};

} // namespace emilia
