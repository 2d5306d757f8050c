#pragma once

// A book that the engine plays from: which of the good moves, and when no more.

#include "book/book.h"
#include "engine/base/random_numbers.h"
#include "engine/play/opening_book.h"

#include <cstdint>

namespace emilia {

/// How moves are varied. Equally good ones always are.
struct BookVariety {
    /// That a move may be worse than the best one; the worse it is, the seldomer it is played.
    Score cost = Score::from_hundredths(100);
    int percent = 100; ///< of the moves that are any such move; the others are a best one
};

/// Not for several threads at once.
class BookPlayer : public OpeningBook {
public:
    /// The choices depend on the seed and on what was asked before.
    BookPlayer(Book book, const BookVariety& variety, std::uint64_t seed)
        : book_(std::move(book)), variety_(variety), random_(seed, 0) {}

    [[nodiscard]] std::vector<BookLine> lines(const Board& board) const override;

    /// The moves that it might choose, best first, where a draw is worth `draw` more. A value less
    /// than a disc from a draw counts as one: scores are even, so that a draw is the nearest to it
    /// that there is. None where the best move was not followed: it is only what a search thought
    /// best, and nothing has been held against it.
    [[nodiscard]] std::vector<BookLine> candidates(const Board& board, Depth depth,
                                                   Score draw) const;

    [[nodiscard]] std::optional<BookLine> choose(const Board& board, Depth depth,
                                                 Score draw) override;

    [[nodiscard]] const Book& book() const noexcept { return book_; }
    void replace(Book book) { book_ = std::move(book); }

private:
    Book book_;
    BookVariety variety_;
    RandomNumbers random_;
};

/// A known move of a position and the line that the book expects after it.
[[nodiscard]] BookLine follow(const Book& book, const Board& board, const BookMove& move);

} // namespace emilia
