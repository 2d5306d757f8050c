#pragma once

// Searches for the best move of a position that the book does not know yet.

#include "book/book.h"
#include "engine/search/parallel_search.h"
#include "engine/search/search_result.h"

#include <atomic>
#include <functional>
#include <optional>

namespace emilia {

/// Runs a search for the book, on a Searcher of its own or on a running engine.
using SearchFunction = std::function<SearchResult(const Board& board, const SearchLimits& limits)>;

struct BookSearch {
    Depth depth = 20;
    Confidence confidence = Confidence::low;
    [[nodiscard]] friend bool operator==(const BookSearch&, const BookSearch&) = default;
};

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

/// What a canonical board of the book has after a search of its best move out of the book: that
/// move instead of all others that lead out.
[[nodiscard]] BookPosition with_new_way_out(const Book& book, const Board& board,
                                            const BookPosition& found);

} // namespace emilia
