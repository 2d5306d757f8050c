#include "book/book_search.h"

#include <algorithm>
#include <utility>

namespace emilia {

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
    if (best.kind == ScoreKind::exact && excluded != 0) {
        position.confidence = Confidence::very_high; // the excluded moves were not solved
    }
    position.moves = {{best.move, best.score, false}};
    return position;
}

void add_alternative(const Board& board, BookPosition& position, const BookPosition& found) {
    const Square square = found.moves.front().square;
    const bool is_known = is_on_board(square) ? contains(known_squares(board, position), square)
                                              : !position.moves.empty();
    if (is_known) return;
    const auto trust = [](const BookPosition& p) { return std::pair(p.depth, p.confidence); };
    if (position.depth == 0 || trust(found) < trust(position)) {
        position.depth = found.depth;
        position.confidence = found.confidence;
    }
    if (!position.moves.empty()) {
        position.confidence = std::min(position.confidence, Confidence::very_high);
    }
    position.moves.push_back(found.moves.front());
}

BookPosition with_new_way_out(const Book& book, const Board& board, const BookPosition& found) {
    BookPosition position = *book.find_canonical(board);
    std::erase_if(position.moves, [&](const BookMove& move) {
        return book.find(board.after(move.square)) == nullptr;
    });
    position.depth = 0; // the moves that were searched with the old depth are gone
    add_alternative(board, position, found);
    return position;
}

} // namespace emilia
