#include "book/growth/leaves.h"

namespace emilia {

Leaves::Leaves(const Book& book) : book_(book) {
    const std::vector<const Book::Entry*> entries = book.in_order();
    for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry)
        best_[&(*entry)->second] = of(**entry, (*entry)->second.moves.front());
}

const Book::Entry* Leaves::of(const Book::Entry& entry, const BookMove& move) const {
    if (!move.within || is_solved(entry.first, entry.second)) return &entry;
    const auto next = best_.find(book_.find(entry.first.after(move.square)));
    return next == best_.end() ? &entry : next->second; // the book was not updated
}

} // namespace emilia
