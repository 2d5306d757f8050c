#pragma once

// What can be wrong with a book beside its file: signs of a defect or of a job cut short.

#include "book/book.h"

#include <cstddef>

namespace emilia {

struct BookFaults {
    std::size_t not_canonical = 0; ///< positions that nobody would find
    std::size_t wrong_values = 0;  ///< positions whose moves or value do not follow from the others
    std::size_t one_sided = 0;     ///< positions that have unknown moves and no way out of the book
    std::size_t unreached = 0;     ///< positions that no moves of the book lead to from the start

    /// Whether playing from the book might go wrong; the others only cost it some worth.
    [[nodiscard]] bool grave() const noexcept { return not_canonical > 0 || wrong_values > 0; }
};

[[nodiscard]] BookFaults check_book(const Book& book);

} // namespace emilia
