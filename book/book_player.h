#pragma once

// Chooses moves from a book: which of several good moves to play, and when to leave the book.
//
// A move's worth is its value less half of its doubt (book_search.h), so a player prefers the surer
// of two nearly equal moves.

#include "book/book.h"
#include "engine/base/random_numbers.h"
#include "engine/play/opening_book.h"

#include <cstdint>

namespace emilia {

/// How much to vary the moves. Equally good moves are always varied.
struct BookVariety {
    /// How much a book move may lose against the best; worse moves are played less often.
    Score cost = Score::from_hundredths(100);
    int percent = 100; ///< percentage of choices among all such moves; the others play a best one
};

/// Not thread-safe.
class BookPlayer : public OpeningBook {
public:
    /// The seed makes the sequence of choices reproducible.
    BookPlayer(Book book, const BookVariety& variety, std::uint64_t seed)
        : book_(std::move(book)), variety_(variety), random_(seed, 0) {}

    [[nodiscard]] std::vector<BookLine> lines(const Board& board) const override;

    /// The moves that `choose` may play, best first: those within `BookVariety::cost` whose value
    /// is reliable. A value is reliable if the position is solved, or if the book has the position
    /// behind the move and sees `depth` plies or to the end. If the best move's value is not
    /// reliable, the result is empty, because it is only the opinion of one search. `draw`
    /// is added to each value less than a disc from a draw; such values count as draws, because
    /// final scores are even. Best means of greatest worth.
    [[nodiscard]] std::vector<BookLine> candidates(const Board& board, Depth depth,
                                                   Score draw) const;

    [[nodiscard]] std::optional<BookLine> choose(const Board& board, Depth depth,
                                                 Score draw) override;

    /// A move loses little if it is at most `most_popular_loss` worse than the best.
    [[nodiscard]] std::optional<BookLine> choose_popular(const Board& board) override;

    /// The percentage of its doubt by which a move counts as worse than its value.
    static constexpr int doubt_percent = 50;
    static constexpr Score most_popular_loss = Score::from_discs(4);

    [[nodiscard]] const Book& book() const noexcept { return book_; }
    void replace(Book book) { book_ = std::move(book); }

private:
    /// One of the lines, each as often as its weight says. Some weight must be positive.
    template <typename Weight>
    [[nodiscard]] BookLine drawn(std::vector<BookLine> lines, const Weight& weight);

    Book book_;
    BookVariety variety_;
    RandomNumbers random_;
};

/// The line that the book expects after a known move of `board`.
[[nodiscard]] BookLine follow(const Book& book, const Board& board, const BookMove& move);

} // namespace emilia
