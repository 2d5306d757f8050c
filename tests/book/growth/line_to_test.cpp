#include "book/growth/line_to.h"
#include "book/shipped_book.h"
#include "tests/book/grown_book.h"
#include "tests/catch.h"

using namespace emilia;
using testing::book_after_f5;

namespace {

Board after(const std::vector<Square>& moves) {
    Board board = Board::start();
    for (const Square move : moves) board = board.after(move);
    return board;
}

} // namespace

TEST_CASE("the line to a position of the book leads there, from f5 on, in the book") {
    const Book book = shipped_book();
    const LinesTo lines(book);
    std::size_t number = 0;
    for (const Book::Entry* const entry : book.in_order()) {
        if (number++ % 6000 != 17) continue;
        const Board& board = entry->first;
        const auto line = lines.of(board);
        REQUIRE(line);
        CHECK(line->front() == Square::f5);
        CHECK(canonical(after(*line)) == board);
        for (std::size_t i = 0; i < line->size(); ++i) {
            CHECK(book.find(after({line->begin(), line->begin() + static_cast<std::ptrdiff_t>(i)}))
                  != nullptr);
        }
    }
    CHECK(lines.of(canonical(Board::start())) == std::vector<Square>{});
}

TEST_CASE("of several lines to a position the one that most games took is chosen") {
    using enum Square;
    const std::vector<Square> one{f5, f6, d3, c3, c4};
    const std::vector<Square> other{f5, f6, c4, c3, d3};
    REQUIRE(after(one) == after(other));
    Book book = book_after_f5(0, 0, 0);
    const auto put = [&book](const std::vector<Square>& line, std::uint32_t games) {
        const Board board = canonical(after(line));
        BookPosition position;
        position.games.draws = games;
        position.moves = {{first_square(board.legal_moves()), {}, false}};
        book.put(board, position);
    };
    for (const bool first : {true, false}) {
        put({f5, f6, d3}, 1);
        put({f5, f6, c4}, 1);
        put({f5, f6, d3, c3}, first ? 7 : 3);
        put({f5, f6, c4, c3}, 5);
        put(one, 5);
        book.update();
        CHECK(LinesTo(book).of(canonical(after(one))) == (first ? one : other));
    }
}

TEST_CASE("there is no line to a position that the book's moves do not reach") {
    Book book = book_after_f5(0, 0, 0);
    const Board apart = canonical(after({Square::f5, Square::d6, Square::c3, Square::d3}));
    BookPosition position;
    position.moves = {{first_square(apart.legal_moves()), {}, false}};
    book.put(apart, position);
    book.update();
    CHECK_FALSE(LinesTo(book).of(apart));
    const Book empty;
    CHECK_FALSE(LinesTo(empty).of(apart));
}
