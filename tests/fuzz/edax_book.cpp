#include "tests/fuzz/book_check.h"

using namespace emilia;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto book = parse_edax_book(fuzz::as_text(data, size));
    if (!book) {
        fuzz::check_message(book.error());
        return 0;
    }
    Book updated = *book;
    updated.update();
    fuzz::demand(updated == *book, "the values follow from each other");
    fuzz::check_book(*book);
    return 0;
}
