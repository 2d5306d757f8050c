#pragma once

// Grows a book best-first by drop-out expansion: T. R. Lincke, "Strategies for the Automatic
// Construction of Opening Books" (2000), over the values of M. Buro, "Toward Opening Book
// Learning" (1997).
//
// The builder extends the cheapest line out of the book (lines_out.h) by one move: it searches the
// position after that move and puts it into the book, and it searches the position where the line
// left the book for its next best move outside the book. If the book was built with shallower
// searches, the builder searches those moves again, also cheapest first. It also searches moves
// again, deeper, if a choice depends on them and is in doubt.

#include "book/book.h"
#include "book/growth/lines_out.h"
#include "book/openings/popular.h"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <unordered_set>
#include <vector>

namespace emilia {

struct BuildState {
    std::size_t positions = 0;
    std::size_t seeds_left = 0;
    std::size_t searches = 0;       ///< since the start
    std::size_t shallow = 0;        ///< to be searched as deep as others, at the last plan
    std::size_t searched_again = 0; ///< positions searched as deep as others since the start
    std::size_t doubted = 0;        ///< searches since the start because a choice was in doubt
    Score start;                    ///< value of the usual start, as last backed up
};

class Builder {
public:
    /// Continues `book`, which may be empty. The seeds are searched first. Every position that
    /// lacks a move out of the book gets one, even when the book is large enough.
    Builder(Book book, const BuildSettings& settings, std::vector<Seed> seeds);

    /// Works until everything is done or `stop` becomes true. Any number of threads may call it at
    /// once, each with a search of its own.
    void work(const SearchFunction& search, const std::atomic<bool>& stop);

    [[nodiscard]] BuildState state() const;
    /// A copy of the book as it is now. It may be called while threads work.
    [[nodiscard]] Book book();
    /// Merges what another program has put into the same book meanwhile.
    void take_in(const Book& other);

private:
    /// One piece of work. By default: find the best move of `board` that the book doesn't know.
    struct Task {
        Board board; ///< canonical
        /// Also search the position after this move and put it into the book.
        std::optional<Square> follow;
        /// `board` itself is not in the book yet: search it and put it in with these counts.
        std::optional<GameCounts> seed;
        /// Search the moves out of the book again, like this.
        std::optional<BookSearch> again = {};
    };
    /// Gives up a board in `in_work_` at the end of a scope and wakes the threads that wait for it.
    class Claim {
    public:
        Claim(Builder& builder, const Board& board) noexcept : builder_(builder), board_(board) {}
        ~Claim();
        Claim(const Claim&) = delete;
        Claim& operator=(const Claim&) = delete;

    private:
        Builder& builder_;
        const Board board_;
    };

    /// The next task, with its board claimed; waits if all that is left depends on the work of
    /// other threads. None if there is nothing left to do or `stop` is true.
    [[nodiscard]] std::optional<Task> next_task(const std::atomic<bool>& stop);
    /// Waits until no other thread works on `board`, then claims it. Returns false without a claim
    /// if the board is in the book by then.
    [[nodiscard]] bool claim_new(const Board& board);

    void carry_out(const Task& task, const SearchFunction& search, const std::atomic<bool>& stop);
    void follow(const Task& task, const SearchFunction& search, const std::atomic<bool>& stop);
    /// Finds the best move of a position that the book doesn't know, and adds it.
    void widen(const Board& board, const SearchFunction& search, const std::atomic<bool>& stop);
    /// Searches again for the best move out of the book.
    void deepen(const Board& board, const BookSearch& settings, const SearchFunction& search,
                const std::atomic<bool>& stop);

    // These take the lock themselves, but not while they search. The result is empty if `stop`
    // became true.
    /// A position that is to be put into the book.
    [[nodiscard]] std::optional<BookPosition>
    new_position(const Board& board, const SearchFunction& search, const std::atomic<bool>& stop);
    /// The best move of a position of the book that the book doesn't know; also empty if it knows
    /// all moves.
    [[nodiscard]] std::optional<BookPosition>
    next_best(const Board& board, const SearchFunction& search, const std::atomic<bool>& stop);
    [[nodiscard]] Bitboard squares_within(const Board& board) const;
    [[nodiscard]] std::optional<BookPosition> search_counted(const Board& board, Bitboard excluded,
                                                             const BookSearch& settings,
                                                             const SearchFunction& search,
                                                             const std::atomic<bool>& stop);

    // The caller of these holds the lock.
    [[nodiscard]] std::optional<Task> take_queued();
    void plan();
    void count_shallow(const std::vector<LineOut>& lines);
    void put_new(const Board& board, BookPosition position);
    void update();

    const BuildSettings settings_;
    mutable std::mutex mutex_; ///< guards what follows
    std::condition_variable changed_;
    Book book_;
    std::deque<Seed> seeds_; ///< seeds to search, the last positions of the game first
    std::deque<Task> queue_;
    std::unordered_set<Board, Book::BoardHash> in_work_; ///< boards that threads have claimed
    std::size_t searches_ = 0;
    std::size_t shallow_ = 0;
    std::size_t searched_again_ = 0;
    std::size_t doubted_ = 0;
    Score start_;
};

} // namespace emilia
