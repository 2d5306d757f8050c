#pragma once

// Checks the contents of a book for signs of a defect or of an interrupted job.

#include "book/book.h"

#include <cstddef>

namespace emilia {

struct BookFaults {
    std::size_t not_canonical = 0; ///< positions that no lookup finds
    std::size_t wrong_values = 0; ///< positions whose moves or value contradict the other positions
    std::size_t one_sided = 0;    ///< positions with unknown moves but no way out of the book
    std::size_t unreached = 0;    ///< positions that the book's moves do not reach from the start

    /// Whether the book may play a wrong move. The other faults only make it less useful.
    [[nodiscard]] bool grave() const noexcept { return not_canonical > 0 || wrong_values > 0; }
};

[[nodiscard]] BookFaults check_book(const Book& book);

} // namespace emilia
