#include "book/book_search.h"

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

void add_alternative(BookPosition& position, const BookPosition& found) {
    const auto trust = [](const BookPosition& p) { return std::pair(p.depth, p.confidence); };
    if (position.depth == 0 || trust(found) < trust(position)) {
        position.depth = found.depth;
        position.confidence = found.confidence;
    }
    position.moves.insert(position.moves.end(), found.moves.begin(), found.moves.end());
}

} // namespace emilia
