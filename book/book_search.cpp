#include "book/book_search.h"

#include <algorithm>
#include <utility>

namespace emilia {
namespace {

std::pair<Depth, Confidence> trust(const BookPosition& position) noexcept {
    return {position.depth, position.confidence};
}

} // namespace

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
    position.value = best.value.score();
    position.depth = best.depth;
    position.confidence = best.confidence;
    if (best.kind == ScoreKind::exact && excluded != 0) {
        position.confidence = Confidence::very_high; // the excluded moves were not solved
    }
    position.moves = {{best.move, best.value.score(), false}};
    return position;
}

void add_alternative(const Board& board, BookPosition& position, const BookPosition& found) {
    const Square square = found.moves.front().square;
    const bool is_known = is_on_board(square) ? contains(known_squares(board, position), square)
                                              : !position.moves.empty();
    if (is_known) return;
    if (position.depth == 0 || trust(found) < trust(position)) {
        position.depth = found.depth;
        position.confidence = found.confidence;
    }
    if (!position.moves.empty()) {
        position.confidence = std::min(position.confidence, Confidence::very_high);
    }
    position.moves.push_back(found.moves.front());
}

void add_way_out(Book& book, const Board& board, const BookPosition& found) {
    BookPosition position = *book.find_canonical(board);
    if (is_solved(board, position) || book.has_way_out(board, position)) return;
    add_alternative(board, position, found);
    book.put(board, std::move(position));
}

void replace_ways_out(Book& book, const Board& board, const BookPosition& found) {
    const auto leads_out = [&](const BookMove& move) {
        return book.find(board.after(move.square)) == nullptr;
    };
    BookPosition position = *book.find_canonical(board);
    if (trust(found) <= trust(position) || !leads_out(found.moves.front())) return;
    std::erase_if(position.moves, leads_out);
    position.depth = 0; // the moves that were searched with the old depth are gone
    add_alternative(board, position, found);
    book.put(board, std::move(position));
}

} // namespace emilia
