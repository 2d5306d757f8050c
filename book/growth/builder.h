#pragma once

// Grows a book best-first by drop-out expansion: T. R. Lincke, "Strategies for the Automatic
// Construction of Opening Books" (2000), over the values of M. Buro, "Toward Opening Book
// Learning" (1997).
//
// The builder expands the cheapest leaf (expansion.h): it puts the position after the deviation
// into the book with a search of its own, and searches the leaf for its next best move outside the
// book. It also searches leaves again, cheapest first, if the book was built with shallower
// searches, and deeper if a choice rests on them and is in doubt.

#include "book/book.h"
#include "book/growth/expansion.h"
#include "book/openings.h"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <unordered_set>
#include <vector>

namespace emilia {

/// How far a builder has come.
struct BuildState {
    std::size_t positions = 0;
    std::size_t seeds_left = 0;
    std::size_t searches = 0;       ///< since the start
    std::size_t shallow = 0;        ///< leaves to search as deep as the others, at the last plan
    std::size_t searched_again = 0; ///< leaves searched as deep as the others since the start
    std::size_t doubted = 0;        ///< searches since the start because a choice was in doubt
    Score first; ///< value of the position from which the book grows, as last backed up
};

class Builder {
public:
    /// Continues `book`, which may be empty. The seeds, and the first position of the scope, are
    /// searched first. Every position that
    /// lacks a deviation gets one, even when the book is large enough.
    Builder(Book book, const BuildSettings& settings, std::vector<Seed> seeds);

    /// Works until everything is done or `stop` becomes true. Any number of threads may call it at
    /// once, each with a search of its own.
    void work(const SearchFunction& search, const std::atomic<bool>& stop);

    [[nodiscard]] BuildState state() const;
    /// A copy of the book as it is now. It may be called while threads work.
    [[nodiscard]] Book book();
    /// Merges what another program has put into the same book.
    void take_in(const Book& other);

private:
    /// One piece of work.
    struct Task : Expansion {
        /// `board` itself is not in the book yet: search it and put it in with these counts.
        std::optional<GameCounts> seed = {};
    };
    class Claim;
    class Worker;

    /// The next task, with its board claimed; waits if all that is left depends on the work of
    /// other threads. None if there is nothing left to do or `stop` is true.
    [[nodiscard]] std::optional<Task> next_task(const std::atomic<bool>& stop);
    /// Waits until no other thread works on `board`, then claims it. Returns false without a claim
    /// if the board is in the book by then.
    [[nodiscard]] bool claim_new(const Board& board);

    // The caller of these holds the lock.
    [[nodiscard]] std::optional<Task> take_queued();
    void plan();
    void count_shallow(const std::vector<Expansion>& found);
    void update();

    const BuildSettings settings_;
    mutable std::mutex mutex_; ///< guards what follows
    std::condition_variable changed_;
    Book book_;
    std::deque<Seed> seeds_; ///< seeds to search, the last positions of the game first
    std::deque<Task> queue_;
    std::unordered_set<Board, BoardHash> in_work_; ///< boards that threads have claimed
    std::size_t searches_ = 0;
    std::size_t shallow_ = 0;
    std::size_t searched_again_ = 0;
    std::size_t doubted_ = 0;
    Score first_;
};

} // namespace emilia
