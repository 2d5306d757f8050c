#include "book/shipped_book.h"

#include "book/book_file.h"
#include "engine/base/bytes.h"
#include "engine/system/embedded.h"

#include <stdexcept>

namespace emilia {

// CMake passes the path of the file.
EMILIA_EMBED(emilia_book, EMILIA_BOOK_FILE)

Book shipped_book() {
    auto book = decode_book(emilia_book());
    if (!book) throw std::logic_error("the embedded book " + book.error());
    return std::move(*book);
}

std::uint32_t shipped_book_checksum() noexcept {
    return checksum(emilia_book());
}

} // namespace emilia
