#pragma once

// Searches for the best move of a position that the book doesn't know yet, so that the position
// gets a deviation (book.h), and says how far the value of this search may be off.
//
// That is its doubt, the mean absolute error in discs of a search of its kind against the true
// value. A search errs by what happens behind its horizon and by what it prunes on statistics. Both
// matter less early in the game:
//   horizon   = 7.5 exp(-0.0375 depth), 0 if the search reached the end
//   selective = 2 sqrt((100 - confidence) / 37), confidence in percent
//   doubt     = exp(-0.030 empties) sqrt(horizon^2 + selective^2)
// The constants are fitted to these measurements: searches of 4 to 26 plies against searches of 28
// and 30 plies in 298 leaves of the shipped book, with confidences of 63 to 99 % for 16 plies, and
// searches of 4 to 22 plies and to the end against the exact scores of positions of WTHOR with 24
// empty squares. book/EXPERIMENTS.md has the figures.

#include "book/book.h"
#include "engine/search/parallel_search.h"
#include "engine/search/search_result.h"

#include <atomic>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace emilia {

/// Runs a search for the book, on a Searcher of its own or on a running engine.
using SearchFunction = std::function<SearchResult(const Board& board, const SearchLimits& limits)>;

/// Searches for the best move that is not `excluded` and returns a position with only that move. It
/// is exact if the search reached the end and nothing was excluded. Returns nothing if it was
/// stopped. The game must not be over, and some legal move must remain.
[[nodiscard]] std::optional<BookPosition> search_outside(const SearchFunction& search,
                                                         const Board& board, Bitboard excluded,
                                                         const BookSearch& settings,
                                                         const std::atomic<bool>& stop);

/// Adds the move that another search of the same position found, unless the position has it or one
/// that is symmetric to it. The position keeps the smaller depth of the two, and is not solved if
/// it has other moves.
void add_alternative(const Board& board, BookPosition& position, const BookPosition& found);

/// Adds the deviation that a search found to a canonical board of the book that has none. Nothing
/// changes if it has one by now, or is solved.
void add_deviation(Book& book, const Board& board, const BookPosition& found);

/// Replaces all deviations of a canonical board of the book by the one that a search found. Nothing
/// changes if those were searched as deep, or if the move no longer leaves the book.
void replace_deviations(Book& book, const Board& board, const BookPosition& found);

/// The canonical boards of the positions that lack a deviation, although they have unknown moves
/// (Book::is_one_sided). A position that comes into a book turns the deviations that led to it into
/// moves within the book, also those of positions that the learned game doesn't have.
[[nodiscard]] std::vector<Board> boards_without_deviation(const Book& book);

struct NewDeviation {
    Board board;         ///< canonical
    BookPosition before; ///< what the searched book knew of the board, without game counts
    BookPosition found;  ///< has only the new move
};

/// Searches for a deviation of one of these boards. Returns nothing if it was stopped.
[[nodiscard]] std::optional<NewDeviation> find_deviation(const Book& book, const Board& board,
                                                         const BookSearch& settings,
                                                         const SearchFunction& search,
                                                         const std::atomic<bool>& stop);

/// Adds deviations to the book that was searched, or to one that was merged into it. After both,
/// the positions keep them when the two books are merged again.
void add_deviations(Book& book, std::span<const NewDeviation> deviations);

/// The doubt of a search of `depth` plies in a position with `empties` empty squares. A search to
/// the end with `Confidence::certain` has none.
[[nodiscard]] Score doubt_of_search(int empties, Depth depth, Confidence confidence) noexcept;

/// The doubt of the deviations of a position. A value that is backed up has the doubt of its leaf.
[[nodiscard]] inline Score own_doubt(const Board& board, const BookPosition& position) noexcept {
    return doubt_of_search(board.empties(), position.depth, position.confidence);
}

/// The doubt of the difference of two values that come from different searches.
[[nodiscard]] Score combined_doubt(Score one, Score other) noexcept;

} // namespace emilia
