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

/// Adds the move that a search found to a canonical board of the book that has no way out. Nothing
/// changes if it has one by now, or is solved.
void add_way_out(Book& book, const Board& board, const BookPosition& found);

/// Puts the move that a search for the best move out of the book found in the place of all others
/// that lead out of a canonical board of the book. Nothing changes if those were searched as deep,
/// or if the move leads to a position that has come into the book meanwhile.
void replace_ways_out(Book& book, const Board& board, const BookPosition& found);

} // namespace emilia
