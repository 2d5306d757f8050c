#include "book/book_check.h"

#include <unordered_set>

namespace emilia {
namespace {

std::size_t count_unreached(const Book& book) {
    std::unordered_set<const BookPosition*> reached{book.find(Board::start())};
    std::size_t unreached = 0;
    for (const Book::Entry* const entry : book.in_order()) {
        const auto& [board, position] = *entry;
        if (!reached.contains(&position)) {
            ++unreached;
            continue;
        }
        for (const BookMove& move : position.moves) {
            if (move.within) reached.insert(book.find(board.after(move.square)));
        }
    }
    return unreached;
}

} // namespace

BookFaults check_book(const Book& book) {
    BookFaults faults;
    Book updated = book;
    updated.update();
    for (const auto& [board, position] : book.positions()) {
        if (canonical(board) != board) ++faults.not_canonical;
        if (*updated.find_canonical(board) != position) ++faults.wrong_values;
        if (book.is_one_sided(board, position)) ++faults.one_sided;
    }
    faults.unreached = count_unreached(book);
    return faults;
}

} // namespace emilia
