#include "book/book_search.h"

#include <algorithm>
#include <cmath>
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
    BookSearch& search = position;
    if (position.depth == 0 || found < search) search = found;
    if (!position.moves.empty()) {
        position.confidence = std::min(position.confidence, Confidence::very_high);
    }
    position.moves.push_back(found.moves.front());
}

void add_deviation(Book& book, const Board& board, const BookPosition& found) {
    BookPosition position = *book.find_canonical(board);
    if (is_solved(board, position) || book.has_deviation(board, position)) return;
    add_alternative(board, position, found);
    book.put(board, std::move(position));
}

void replace_deviations(Book& book, const Board& board, const BookPosition& found) {
    const auto leads_out = [&](const BookMove& move) {
        return book.find(board.after(move.square)) == nullptr;
    };
    BookPosition position = *book.find_canonical(board);
    if (BookSearch(found) <= BookSearch(position) || !leads_out(found.moves.front())) return;
    std::erase_if(position.moves, leads_out);
    position.depth = 0; // the moves that were searched with the old depth are gone
    add_alternative(board, position, found);
    book.put(board, std::move(position));
}

std::vector<Board> boards_without_deviation(const Book& book) {
    std::vector<Board> boards;
    for (const auto& [board, position] : book.positions()) {
        if (book.is_one_sided(board, position)) boards.push_back(board);
    }
    return boards;
}

std::optional<NewDeviation> find_deviation(const Book& book, const Board& board,
                                           const BookSearch& settings, const SearchFunction& search,
                                           const std::atomic<bool>& stop) {
    BookPosition before = *book.find_canonical(board);
    before.games = {};
    const Bitboard excluded = known_squares(board, before) | book.squares_within(board);
    auto found = search_outside(search, board, excluded, settings, stop);
    if (!found) return std::nullopt;
    return NewDeviation{board, std::move(before), std::move(*found)};
}

void add_deviations(Book& book, std::span<const NewDeviation> deviations) {
    for (const auto& [board, before, found] : deviations) {
        const BookPosition* const known = book.find_canonical(board);
        if (known != nullptr && is_solved(board, *known)) continue; // by another program
        BookPosition position = known != nullptr ? *known : before;
        add_alternative(board, position, found);
        book.put(board, std::move(position));
    }
    book.update();
}

Score doubt_of_search(int empties, Depth depth, Confidence confidence) noexcept {
    const double horizon = depth >= empties ? 0 : 7.5 * std::exp(-0.0375 * std::max(depth, 0));
    const double selective = 2 * std::sqrt((100 - percent(confidence)) / 37.0);
    return Score::nearest(std::exp(-0.030 * empties) * std::hypot(horizon, selective));
}

Score combined_doubt(Score one, Score other) noexcept {
    return Score::nearest(std::hypot(one.discs(), other.discs()));
}

} // namespace emilia
