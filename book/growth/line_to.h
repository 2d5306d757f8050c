#pragma once

#include "book/book.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace emilia {

/// Lines from the start to positions of a book, by its moves. Of several it is the one that passes
/// last through the positions with the most games. The first move is f5, as players write it. Not
/// changed with the book, which must outlive it.
class LinesTo {
public:
    explicit LinesTo(const Book& book);

    /// The line to a canonical board; none if the book's moves do not lead there.
    [[nodiscard]] std::optional<std::vector<Square>> of(const Board& board) const;

private:
    const Book& book_;
    /// Where a position is reached from.
    std::unordered_map<const BookPosition*, const Book::Entry*> before_;
};

} // namespace emilia
