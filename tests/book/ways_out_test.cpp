#include "book/book_check.h"
#include "book/ways_out.h"
#include "tests/book/grown_book.h"
#include "tests/catch.h"

using namespace emilia;
using namespace emilia::testing;

namespace {

const BookSearch shallow{.depth = 2};
const std::atomic<bool> go_on = false;
const Board after_f5 = Board::start().after(Square::f5); // the replies are d6, f4 and f6

/// Puts a position with one known move into a book.
void put(Book& book, const Board& board, Square move, Depth depth) {
    const int symmetry = symmetry_between(board, canonical(board));
    BookPosition position;
    position.depth = depth;
    position.games = {1, 2, 3};
    position.moves = {{transformed(move, symmetry), Score::from_discs(1), false}};
    book.put(canonical(board), position);
}

void put_any_move(Book& book, const Board& board, Depth depth) {
    put(book, board, first_square(board.legal_moves()), depth);
}

/// The only known move after f5 leads to a position of the book.
Book book_without_way_out() {
    Book book;
    put(book, after_f5, Square::f6, 10);
    put_any_move(book, after_f5.after(Square::f6), 10);
    book.update();
    return book;
}

std::vector<NewWayOut> found_in(const Book& book, QuickSearch& search) {
    std::vector<NewWayOut> found;
    for (const Board& board : boards_without_way_out(book)) {
        found.push_back(find_way_out(book, board, shallow, search.function(), go_on).value());
    }
    return found;
}

} // namespace

TEST_CASE("a position whose known moves all stay within the book gets one that leads out") {
    Book book;
    put(book, after_f5, Square::f6, 10);
    put_any_move(book, after_f5.after(Square::f4), 10);
    book.update();
    CHECK(boards_without_way_out(book).empty());

    put_any_move(book, after_f5.after(Square::f6), 10);
    book.update();
    REQUIRE(boards_without_way_out(book) == std::vector<Board>{canonical(after_f5)});
    QuickSearch search;
    const auto found = found_in(book, search);
    CHECK(search.searches() == 1);
    add_ways_out(book, found);
    CHECK(boards_without_way_out(book).empty());
    CHECK_FALSE(check_book(book).grave());
    const std::vector<BookMove> moves = book.moves(after_f5);
    CHECK(moves.size() == 3);
    for (const BookMove& move : moves) CHECK(move.within == (move.square != Square::d6));
    CHECK(book.find(after_f5)->games.total() == 6);
    CHECK(book.find(after_f5)->depth == shallow.depth);
}

TEST_CASE("a position all of whose moves stay within the book needs no way out") {
    Book book;
    put(book, after_f5, Square::f6, 10);
    for (const Square reply : squares_of(after_f5.legal_moves()))
        put_any_move(book, after_f5.after(reply), 10);
    book.update();
    CHECK(boards_without_way_out(book).empty());
}

TEST_CASE("a way out of two merged books is kept in one of them until they are merged again") {
    // Each book has the position behind the way out of the other.
    Book shipped;
    put(shipped, after_f5, Square::f6, 20);
    put_any_move(shipped, after_f5.after(Square::f4), 20);
    shipped.update();
    Book own;
    put_any_move(own, after_f5.after(Square::f6), 20);
    const Depth depth = GENERATE(0, 1, 2, 10, 20, 30);
    CAPTURE(depth);
    if (depth > 0) put(own, after_f5, Square::f4, depth); // else it does not have the position
    own.update();
    const auto merged = [&] {
        Book book = shipped;
        book.merge(own, Counts::add);
        book.update();
        return book;
    };
    const Book before = merged();
    REQUIRE(boards_without_way_out(before).size() == 1);
    QuickSearch search;
    add_ways_out(own, found_in(before, search));
    const Book after = merged();
    CHECK(boards_without_way_out(after).empty());
    CHECK(boards_without_way_out(own).empty());
    CHECK_FALSE(check_book(after).grave());
    CHECK(after.find(after_f5)->games == before.find(after_f5)->games);
}

TEST_CASE("a way out that another job has added meanwhile is not added twice") {
    Book book = book_without_way_out();
    QuickSearch search;
    const auto found = found_in(book, search);
    add_ways_out(book, found);
    const Book once = book;
    add_ways_out(book, found);
    CHECK(book == once);
}

TEST_CASE("a position that another job has solved meanwhile stays solved") {
    Book book = book_without_way_out();
    QuickSearch search;
    const auto found = found_in(book, search);
    BookPosition solved = *book.find(after_f5);
    solved.depth = after_f5.empties();
    solved.confidence = Confidence::certain;
    book.put(canonical(after_f5), solved);
    book.update();
    const Book before = book;
    add_ways_out(book, found);
    CHECK(book == before);
}

TEST_CASE("a search for a way out that is stopped finds nothing") {
    Book book = book_without_way_out();
    QuickSearch search;
    const std::atomic<bool> stop = true;
    CHECK_FALSE(find_way_out(book, canonical(after_f5), shallow, search.function(), stop));
}
