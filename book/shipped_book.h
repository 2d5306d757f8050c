#pragma once

#include "book/book.h"

#include <cstdint>

namespace emilia {

/// A copy of the book that is embedded in the program.
[[nodiscard]] Book shipped_book();

/// CRC-32 of the embedded file, which tells builds with different books apart.
[[nodiscard]] std::uint32_t shipped_book_checksum() noexcept;

} // namespace emilia
