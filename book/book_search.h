#pragma once

// What a book learns from a search: the best move of a position, outside the moves it knows.

#include "book/book.h"
#include "engine/search/search_limits.h"
#include "engine/search/search_result.h"

#include <atomic>
#include <functional>
#include <optional>

namespace emilia {

/// Searches for the book, by whatever means: a Searcher, or an engine that is there anyway.
using SearchFunction = std::function<SearchResult(const Board& board, const SearchLimits& limits)>;

struct BookSearch {
    Depth depth = 20;
    Confidence confidence = Confidence::low;
};

/// The best move but for the `excluded` ones, as a position that knows only that move; exact where
/// the search sees the end and nothing was excluded. None if it was stopped. The board is not
/// finished and not all of its moves are excluded.
[[nodiscard]] std::optional<BookPosition> search_outside(const SearchFunction& search,
                                                         const Board& board, Bitboard excluded,
                                                         const BookSearch& settings,
                                                         const std::atomic<bool>& stop);

/// Adds what another search of the same position found; its depth becomes that of the lesser.
void add_alternative(BookPosition& position, const BookPosition& found);

} // namespace emilia
