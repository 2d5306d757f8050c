#pragma once

// Where the values of a book come from: the value of a known move is backed up along the best moves
// behind it from the position whose search found the last of them, its leaf.

#include "book/book.h"

#include <unordered_map>
#include <vector>

namespace emilia {

/// Not changed with the book, which must outlive it.
class Leaves {
public:
    explicit Leaves(const Book& book);

    /// The leaf of a known move of a canonical board.
    [[nodiscard]] const Book::Entry* of(const Book::Entry& entry, const BookMove& move) const;

private:
    const Book& book_;
    std::unordered_map<const BookPosition*, const Book::Entry*> best_; ///< of their best moves
};

} // namespace emilia
