#pragma once

// Grows a book best-first by drop-out expansion: T. R. Lincke, "Strategies for the Automatic
// Construction of Opening Books" (2000), over the values of M. Buro, "Toward Opening Book
// Learning" (1997). A line out of the book costs a ply for each move, and more for each disc that
// a move on the way is worse than the best one, by whichever side. The cheapest line is followed
// one move further: the position behind it is searched and becomes part of the book, and the
// position where it left the book is searched for its next best way out. In a book that was grown
// with a shallower search, the ways out are searched again as their turn comes.

#include "book/book.h"
#include "book/book_search.h"
#include "book/popular.h"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <unordered_set>
#include <vector>

namespace emilia {

struct BuildSettings {
    BookSearch search{};
    std::size_t positions = 20'000; ///< that the book is to have
    double plies_a_disc = 2;        ///< what a disc lost on the way costs
    int least_empties = 24;         ///< positions nearer the end are left to the search
    bool deepen = true;             ///< search again what was searched less deep
};

struct BuildState {
    std::size_t positions = 0;
    std::size_t seeds_left = 0;
    std::size_t searches = 0;       ///< since the start
    std::size_t shallow = 0;        ///< positions that were searched less deep, at the start
    std::size_t searched_again = 0; ///< of these
    Score start;                    ///< value of the usual start, as last backed up
};

class Builder {
public:
    /// Goes on with `book`, or starts with an empty one. The seeds come first. Whatever its size, a
    /// book gets a way out of every position that lacks one.
    Builder(Book book, const BuildSettings& settings, std::vector<Seed> seeds);

    /// Takes part in the work until it is done or stopped. For any number of threads at once, each
    /// with a search of its own.
    void work(const SearchFunction& search, const std::atomic<bool>& stop);

    [[nodiscard]] BuildState state() const;
    /// The book as it is now; it may be called while others work.
    [[nodiscard]] Book book();
    /// Takes in what another program has put into the same book meanwhile.
    void take_in(const Book& other);

private:
    /// One thing to be found out.
    struct Task {
        Board board; ///< canonical
        /// None: the best move that the book doesn't know. Else also the position behind that move.
        std::optional<Square> follow;
        /// The position itself is not in the book yet.
        std::optional<GameCounts> seed;
        /// The ways out that it has are to be searched again, deeper.
        bool deepen = false;
    };
    /// A board that nobody else is to work on meanwhile. Ends with the lock held.
    class Claim {
    public:
        Claim(Builder& builder, std::unique_lock<std::mutex>& lock, const Board& board)
            : builder_(builder), lock_(lock), board_(board) {
            builder_.in_work_.insert(board_);
        }
        ~Claim() {
            if (!lock_.owns_lock()) lock_.lock(); // a search has thrown
            builder_.in_work_.erase(board_);
            builder_.changed_.notify_all();
        }
        Claim(const Claim&) = delete;
        Claim& operator=(const Claim&) = delete;

    private:
        Builder& builder_;
        std::unique_lock<std::mutex>& lock_;
        const Board board_;
    };
    /// A line out of the book.
    struct Candidate {
        double cost;
        Task task;
    };

    [[nodiscard]] std::optional<Task> next_task(std::unique_lock<std::mutex>& lock,
                                                const std::atomic<bool>& stop);
    [[nodiscard]] std::optional<Task> take_queued();
    void plan();
    [[nodiscard]] std::vector<Candidate> candidates() const;
    void carry_out(const Task& task, const SearchFunction& search,
                   std::unique_lock<std::mutex>& lock, const std::atomic<bool>& stop);
    /// A position that is to be put in; none if it was stopped.
    [[nodiscard]] std::optional<BookPosition> new_position(const Board& board,
                                                           const SearchFunction& search,
                                                           std::unique_lock<std::mutex>& lock,
                                                           const std::atomic<bool>& stop);
    /// The best move of a position of the book that it does not know; none if there is none, or if
    /// it was stopped.
    [[nodiscard]] std::optional<BookPosition> next_best(const Board& board,
                                                        const SearchFunction& search,
                                                        std::unique_lock<std::mutex>& lock,
                                                        const std::atomic<bool>& stop);
    [[nodiscard]] std::optional<BookPosition> search_unlocked(const Board& board, Bitboard excluded,
                                                              const SearchFunction& search,
                                                              std::unique_lock<std::mutex>& lock,
                                                              const std::atomic<bool>& stop);
    /// Searches again for the best way out of a position.
    void deepen(const Board& board, const SearchFunction& search,
                std::unique_lock<std::mutex>& lock, const std::atomic<bool>& stop);
    void put_new(const Board& board, BookPosition position);
    void add(const Board& board, const BookPosition& found);
    void update();
    [[nodiscard]] bool is_shallow(const Board& board, const BookPosition& position) const;

    const BuildSettings settings_;
    mutable std::mutex mutex_; ///< guards what follows
    std::condition_variable changed_;
    Book book_;
    std::deque<Seed> seeds_; ///< that are still to come, the last positions of the game first
    std::deque<Task> queue_;
    std::unordered_set<Board, Book::BoardHash> in_work_;
    std::size_t searches_ = 0;
    std::size_t shallow_ = 0;
    std::size_t searched_again_ = 0;
    Score start_;
};

} // namespace emilia
