#include "book/ways_out.h"

#include <utility>

namespace emilia {

std::vector<Board> boards_without_way_out(const Book& book) {
    std::vector<Board> boards;
    for (const auto& [board, position] : book.positions()) {
        if (book.is_one_sided(board, position)) boards.push_back(board);
    }
    return boards;
}

std::optional<NewWayOut> find_way_out(const Book& book, const Board& board,
                                      const BookSearch& settings, const SearchFunction& search,
                                      const std::atomic<bool>& stop) {
    BookPosition before = *book.find_canonical(board);
    before.games = {};
    const Bitboard excluded = known_squares(board, before) | book.squares_within(board);
    auto found = search_outside(search, board, excluded, settings, stop);
    if (!found) return std::nullopt;
    return NewWayOut{board, std::move(before), std::move(*found)};
}

void add_ways_out(Book& book, std::span<const NewWayOut> ways_out) {
    for (const auto& [board, before, found] : ways_out) {
        const BookPosition* const known = book.find_canonical(board);
        if (known != nullptr && is_solved(board, *known)) continue; // meanwhile, by others
        BookPosition position = known != nullptr ? *known : before;
        add_alternative(board, position, found);
        book.put(board, std::move(position));
    }
    book.update();
}

} // namespace emilia
