#pragma once

#include "book/growth/builder.h"
#include "engine/board/symmetry.h"
#include "engine/play/searcher.h"

#include <atomic>

namespace emilia::testing {

/// A quick, reproducible search.
class QuickSearch {
public:
    [[nodiscard]] SearchResult operator()(const Board& board, const SearchLimits& limits) {
        ++searches_;
        searcher_.forget(); // makes a result independent of earlier searches
        return searcher_.search(board, limits);
    }
    [[nodiscard]] SearchFunction function() {
        return [this](const Board& board, const SearchLimits& limits) {
            return (*this)(board, limits);
        };
    }
    [[nodiscard]] int searches() const noexcept { return searches_; }

private:
    Searcher searcher_{1, 1};
    int searches_ = 0;
};

/// A book with the start, the position after f5, and the answers d6, f6 and f4, whose values for
/// white are given in hundredths. Each answer is followed by two more moves. The book sees `depth`
/// plies from the position after f5 and one more from the start.
[[nodiscard]] inline Book book_after_f5(int d6, int f6, int f4, Depth depth = 10) {
    const Board after_f5 = Board::start().after(Square::f5);
    Book book;
    const auto put = [&book](const Board& board, Depth own_depth, Score score) {
        BookPosition position;
        position.depth = own_depth;
        position.moves = {{first_square(board.legal_moves()), score, false}};
        book.put(board, position);
    };
    for (const auto& [square, hundredths] :
         {std::pair(Square::d6, d6), {Square::f6, f6}, {Square::f4, f4}}) {
        Board board = canonical(after_f5.after(square));
        for (int moves = 0; moves < 3; ++moves) {
            const int sign = moves % 2 == 0 ? -1 : 1;
            put(board, depth - 3, Score::from_hundredths(sign * hundredths));
            board = canonical(board.after(first_square(board.legal_moves())));
        }
    }
    put(canonical(after_f5), depth, {});
    put(canonical(Board::start()), depth, {});
    book.update();
    return book;
}

/// Grows a book of N positions with searches of two plies.
[[nodiscard]] inline Book grown_book(std::size_t positions, BuildSettings settings = {},
                                     Book from = {}) {
    settings.search.depth = 2;
    settings.positions = positions;
    QuickSearch search;
    const std::atomic<bool> stop = false;
    Builder builder(std::move(from), settings, {});
    builder.work(search.function(), stop);
    return builder.book();
}

} // namespace emilia::testing
