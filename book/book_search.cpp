#include "book/book_search.h"

#include <utility>

namespace emilia {

Bitboard squares_within(const Book& book, const Board& board) {
    Bitboard squares = 0;
    for (const Square square : squares_of(board.legal_moves())) {
        if (book.find(board.after(square)) != nullptr) squares |= bit(square);
    }
    return squares;
}

bool has_unknown_moves(const Book& book, const Board& board, const BookPosition& position) {
    const Bitboard unknown = board.legal_moves() & ~known_squares(board, position);
    return (unknown & ~squares_within(book, board)) != 0;
}

std::optional<BookPosition> search_outside(const SearchFunction& search, const Board& board,
                                           Bitboard excluded, const BookSearch& settings,
                                           const std::atomic<bool>& stop) {
    SearchLimits limits;
    limits.depth = settings.depth;
    limits.confidence = settings.confidence;
    limits.excluded = excluded;
    limits.exact_at = settings.depth;
    limits.stop = &stop;
    const SearchResult result = search(board, limits);
    if (stop) return std::nullopt;
    const Line& best = result.lines.front();
    BookPosition position;
    position.value = best.score;
    position.depth = best.depth;
    position.confidence = best.confidence;
    if (best.certainty == Certainty::exact && excluded != 0) {
        position.confidence = Confidence::very_high; // of the position as a whole
    }
    position.moves = {{best.move, best.score, false}};
    return position;
}

void add_alternative(BookPosition& position, const BookPosition& found) {
    const auto trust = [](const BookPosition& p) { return std::pair(p.depth, p.confidence); };
    if (position.depth == 0 || trust(found) < trust(position)) {
        position.depth = found.depth;
        position.confidence = found.confidence;
    }
    position.moves.insert(position.moves.end(), found.moves.begin(), found.moves.end());
}

} // namespace emilia
