#pragma once

// Gives positions a way out of the book (book.h) again. A position that comes into a book closes
// the ways out that led to it, also those of positions that the learned game does not have.

#include "book/book.h"
#include "book/book_search.h"

#include <atomic>
#include <optional>
#include <span>
#include <vector>

namespace emilia {

/// The canonical boards of the positions that lack a way out, although they have unknown moves
/// (Book::is_one_sided).
[[nodiscard]] std::vector<Board> boards_without_way_out(const Book& book);

struct NewWayOut {
    Board board;         ///< canonical
    BookPosition before; ///< what the searched book knew of the board, without game counts
    BookPosition found;  ///< has only the new move
};

/// Searches the best move out of `book` from one of these boards. Returns nothing if it was
/// stopped.
[[nodiscard]] std::optional<NewWayOut> find_way_out(const Book& book, const Board& board,
                                                    const BookSearch& settings,
                                                    const SearchFunction& search,
                                                    const std::atomic<bool>& stop);

/// Adds the moves to the book that was searched, or to one that was merged into it. The positions
/// have their ways out in both books then, and still have them when the two are merged again.
void add_ways_out(Book& book, std::span<const NewWayOut> ways_out);

} // namespace emilia
