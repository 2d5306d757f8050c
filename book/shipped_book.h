#pragma once

#include "book/book.h"

namespace emilia {

/// A copy of the book that is embedded in the program.
[[nodiscard]] Book shipped_book();

} // namespace emilia
