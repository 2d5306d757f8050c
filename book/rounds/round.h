#pragma once

// Grows a book in rounds, so that many machines can search at once: `plan_round` says which
// positions to search next, any machines search them in any order, and `take_in` puts all answers
// into the book. The same book, settings and answers always give the same book.
//
// A round extends the cheapest lines out of the book (growth/lines_out.h), each from another
// position, so they are the lines that a single machine would extend next if their searches changed
// no value. book/README.md compares such books with one that grew line by line.

#include "book/book.h"
#include "book/book_search.h"
#include "book/growth/lines_out.h"

#include <atomic>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace emilia {

struct RoundSettings {
    BuildSettings build{};
    std::size_t lines = 16; ///< new positions in a round, at most
};

/// A search that a round needs: for the best move of `board` that is not among `excluded`.
struct RoundSearch {
    enum class Purpose {
        enter,  ///< the board comes into the book
        widen,  ///< the board is in the book and needs another way out
        deepen, ///< its ways out are searched again, and the new one replaces them
    };
    Purpose purpose = Purpose::enter;
    Board board; ///< canonical
    BookSearch search{};
    Bitboard excluded = 0;
    [[nodiscard]] friend bool operator==(const RoundSearch&, const RoundSearch&) = default;
};

struct RoundAnswer {
    RoundSearch search;
    BookPosition found; ///< without moves if all legal moves were excluded
    [[nodiscard]] friend bool operator==(const RoundAnswer&, const RoundAnswer&) = default;
};

/// The searches of the next round, in a fixed order; none if the book is complete. An empty book
/// needs only the start.
[[nodiscard]] std::vector<RoundSearch> plan_round(const Book& book, const RoundSettings& settings);

/// Carries out a search of a round. Returns nothing if it was stopped.
[[nodiscard]] std::optional<RoundAnswer>
answer(const RoundSearch& wanted, const SearchFunction& search, const std::atomic<bool>& stop);

/// Puts the answers of a round into the book, in whatever order they are, and backs up the values.
/// An answer that the book has already, or a deeper one, changes nothing. Nor does one that left
/// out moves to positions that this book lacks. A position may lack a way out until the next round,
/// above all if only a part of a round is taken in.
void take_in(Book& book, std::span<const RoundAnswer> answers);

} // namespace emilia
