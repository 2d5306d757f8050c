#include "book/book_text.h"

#include "book/growth/rounds.h"
#include "tests/fuzz/book_check.h"

using namespace emilia;

namespace {

/// Checks lines of a round, of which `parse` reads those of one kind.
template <typename Parse>
void check_round(const Parse& parse, std::string_view text) {
    const auto read = parse(text);
    if (!read) return fuzz::check_message(read.error().message);
    std::string written;
    for (const auto& line : *read) written += to_text(line) + '\n';
    fuzz::demand(parse(written) == *read, "a round reads back the same");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::as_text(data, size);
    const auto book = parse_book_text(text);
    if (book) {
        Book updated = *book;
        updated.update();
        fuzz::demand(parse_book_text(to_text(updated)) == updated, "a book reads back the same");
        fuzz::check_book(updated);
    } else {
        fuzz::check_message(book.error().message);
    }
    check_round(parse_round_searches, text);
    check_round(parse_round_answers, text);
    return 0;
}
