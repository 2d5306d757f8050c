#pragma once

#include "book/book.h"

namespace emilia {

/// The book that comes with the program; a copy of its own.
[[nodiscard]] Book shipped_book();

} // namespace emilia
