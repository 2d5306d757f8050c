#include "book/book.h"
#include "book/book_search.h"
#include "tests/book/grown_book.h"
#include "tests/catch.h"

#include <algorithm>

using namespace emilia;
using testing::book_after_f5;
using namespace emilia::testing;

namespace {

BookPosition found(Square square, int hundredths, Depth depth, Confidence confidence) {
    BookPosition position;
    position.depth = depth;
    position.confidence = confidence;
    position.moves = {{square, Score::from_hundredths(hundredths), false}};
    return position;
}

std::vector<Square> legal_squares(const Board& board) {
    std::vector<Square> squares;
    for (const Square square : squares_of(board.legal_moves())) squares.push_back(square);
    return squares;
}

const Board after_f5 = canonical(Board::start().after(Square::f5));

} // namespace

TEST_CASE("a position keeps a move that is found again, or one that is symmetric to it") {
    BookPosition position = found(Square::d3, 10, 5, Confidence::low);
    const BookPosition before = position;
    for (const Square square : {Square::d3, Square::c4, Square::f5, Square::e6}) {
        add_alternative(canonical(Board::start()), position,
                        found(square, 20, 9, Confidence::certain));
        CHECK(position == before);
    }
}

TEST_CASE("a position with two searches has the depth of the shallower one") {
    const std::vector<Square> moves = legal_squares(after_f5);
    for (const Depth depth : {3, 5, 9}) {
        BookPosition position = found(moves[0], 10, 5, Confidence::fair);
        add_alternative(after_f5, position, found(moves[1], 20, depth, Confidence::low));
        CHECK(position.moves.size() == 2);
        CHECK(position.depth == std::min(depth, 5));
        CHECK(position.confidence == (depth <= 5 ? Confidence::low : Confidence::fair));
    }
}

TEST_CASE("a new deviation replaces the old ones, and the moves within the book stay") {
    Book book = book_after_f5(0, 0, 0);
    const BookPosition before = *book.find(after_f5);
    const auto inside = std::count_if(before.moves.begin(), before.moves.end(),
                                      [](const BookMove& move) { return move.within; });
    REQUIRE(inside == 3);
    // All moves of this position stay within: to find one of them again adds nothing.
    replace_deviations(book, after_f5, found(before.moves[0].square, 50, 60, Confidence::certain));
    CHECK(*book.find(after_f5) == before);

    const Board end = canonical(book.in_order().back()->first);
    const BookPosition leaf = *book.find_canonical(end);
    REQUIRE(leaf.moves.size() == 1);
    const std::vector<Square> legal = legal_squares(end);
    const Square other = legal[0] == leaf.moves[0].square ? legal[1] : legal[0];
    replace_deviations(book, end, found(other, 200, leaf.depth, leaf.confidence));
    CHECK(*book.find_canonical(end) == leaf);
    replace_deviations(book, end, found(other, 200, end.empties(), Confidence::certain));
    const BookPosition solved = *book.find_canonical(end);
    CHECK(solved.moves == std::vector<BookMove>{{other, Score::from_hundredths(200), false}});
    CHECK(is_solved(end, solved));
    add_deviation(book, end, found(leaf.moves[0].square, 100, 60, Confidence::certain));
    CHECK(*book.find_canonical(end) == solved);
}

TEST_CASE("a deviation is added only where there is no other") {
    Book book = book_after_f5(0, 0, 0);
    const Board end = canonical(book.in_order().back()->first);
    const BookPosition leaf = *book.find_canonical(end);
    const std::vector<Square> legal = legal_squares(end);
    const Square other = legal[0] == leaf.moves[0].square ? legal[1] : legal[0];
    add_deviation(book, end, found(other, 0, 6, Confidence::low));
    CHECK(*book.find_canonical(end) == leaf);

    const Board next = canonical(end.after(leaf.moves[0].square));
    book.put(next, found(legal_squares(next)[0], 0, 8, Confidence::low));
    add_deviation(book, end, found(other, 0, 6, Confidence::low));
    CHECK(book.find_canonical(end)->moves.size() == 2);
    CHECK(book.find_canonical(end)->depth == 6);
}

TEST_CASE("an exact search among other moves of the book does not solve a position") {
    const std::vector<Square> moves = legal_squares(after_f5);
    const auto exact = [](Square square) {
        return found(square, 50, after_f5.empties(), Confidence::certain);
    };
    BookPosition position;
    add_alternative(after_f5, position, exact(moves[0]));
    CHECK(is_solved(after_f5, position));
    add_alternative(after_f5, position, exact(moves[1]));
    CHECK(position.moves.size() == 2);
    CHECK_FALSE(is_solved(after_f5, position));
}

TEST_CASE("a search outside the book is exact only if no move was excluded") {
    const Board board = Board::start().after(Square::f5);
    const std::atomic<bool> stop = false;
    const auto searched = [&](ScoreKind kind, Bitboard excluded) {
        SearchLimits given;
        const SearchFunction search = [&](const Board& asked, const SearchLimits& limits) {
            CHECK(asked == board);
            given = limits;
            SearchResult result;
            Line& line = result.lines.emplace_back();
            line.move = Square::f6;
            line.value = Score::from_discs(4);
            line.depth = 9;
            line.kind = kind;
            return result;
        };
        const auto found = search_outside(search, board, excluded, {9, Confidence::fair}, stop);
        CHECK(given.depth == 9);
        CHECK(given.exact_at == 9);
        CHECK(given.confidence == Confidence::fair);
        CHECK(given.excluded == excluded);
        REQUIRE(found);
        CHECK(found->value == Score::from_discs(4));
        CHECK(found->depth == 9);
        CHECK(found->moves == std::vector<BookMove>{{Square::f6, Score::from_discs(4), false}});
        return found->confidence;
    };
    CHECK(searched(ScoreKind::exact, 0) == Confidence::certain);
    CHECK(searched(ScoreKind::exact, bit(Square::d6)) == Confidence::very_high);
    CHECK(searched(ScoreKind::midgame, 0) == Confidence::certain);
    CHECK(searched(ScoreKind::midgame, bit(Square::d6)) == Confidence::certain);
}

TEST_CASE("a stopped search outside the book finds nothing") {
    std::atomic<bool> stop = false;
    const SearchFunction search = [&](const Board&, const SearchLimits& limits) {
        CHECK(limits.stop == &stop);
        stop = true;
        SearchResult result;
        result.lines.emplace_back().move = Square::f6;
        return result;
    };
    CHECK_FALSE(search_outside(search, Board::start().after(Square::f5), 0, {}, stop));
}

namespace {

const BookSearch shallow{.depth = 2};
const std::atomic<bool> go_on = false;
const Board f5_played = Board::start().after(Square::f5); // the replies are d6, f4 and f6

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
Book book_without_deviation() {
    Book book;
    put(book, f5_played, Square::f6, 10);
    put_any_move(book, f5_played.after(Square::f6), 10);
    book.update();
    return book;
}

std::vector<NewDeviation> found_in(const Book& book, QuickSearch& search) {
    std::vector<NewDeviation> found;
    for (const Board& board : boards_without_deviation(book)) {
        found.push_back(find_deviation(book, board, shallow, search.function(), go_on).value());
    }
    return found;
}

} // namespace

TEST_CASE("a position whose known moves all stay within the book gets one that leads out") {
    Book book;
    put(book, f5_played, Square::f6, 10);
    put_any_move(book, f5_played.after(Square::f4), 10);
    book.update();
    CHECK(boards_without_deviation(book).empty());

    put_any_move(book, f5_played.after(Square::f6), 10);
    book.update();
    REQUIRE(boards_without_deviation(book) == std::vector<Board>{canonical(f5_played)});
    QuickSearch search;
    const auto found = found_in(book, search);
    CHECK(search.searches() == 1);
    add_deviations(book, found);
    CHECK(boards_without_deviation(book).empty());
    CHECK_FALSE(check_book(book).grave());
    const std::vector<BookMove> moves = book.moves(f5_played);
    CHECK(moves.size() == 3);
    for (const BookMove& move : moves) CHECK(move.within == (move.square != Square::d6));
    CHECK(book.find(f5_played)->games.total() == 6);
    CHECK(book.find(f5_played)->depth == shallow.depth);
}

TEST_CASE("a position all of whose moves stay within the book needs no deviation") {
    Book book;
    put(book, f5_played, Square::f6, 10);
    for (const Square reply : squares_of(f5_played.legal_moves()))
        put_any_move(book, f5_played.after(reply), 10);
    book.update();
    CHECK(boards_without_deviation(book).empty());
}

TEST_CASE("a deviation of two merged books is kept in one of them until they are merged again") {
    // Each book has the position behind the deviation of the other.
    Book shipped;
    put(shipped, f5_played, Square::f6, 20);
    put_any_move(shipped, f5_played.after(Square::f4), 20);
    shipped.update();
    Book own;
    put_any_move(own, f5_played.after(Square::f6), 20);
    const Depth depth = GENERATE(0, 1, 2, 10, 20, 30);
    CAPTURE(depth);
    if (depth > 0) put(own, f5_played, Square::f4, depth); // else it does not have the position
    own.update();
    const auto merged = [&] {
        Book book = shipped;
        book.merge(own, Counts::add);
        book.update();
        return book;
    };
    const Book before = merged();
    REQUIRE(boards_without_deviation(before).size() == 1);
    QuickSearch search;
    add_deviations(own, found_in(before, search));
    const Book after = merged();
    CHECK(boards_without_deviation(after).empty());
    CHECK(boards_without_deviation(own).empty());
    CHECK_FALSE(check_book(after).grave());
    CHECK(after.find(f5_played)->games == before.find(f5_played)->games);
}

TEST_CASE("a deviation that another job has added meanwhile is not added twice") {
    Book book = book_without_deviation();
    QuickSearch search;
    const auto found = found_in(book, search);
    add_deviations(book, found);
    const Book once = book;
    add_deviations(book, found);
    CHECK(book == once);
}

TEST_CASE("a position that another job has solved meanwhile stays solved") {
    Book book = book_without_deviation();
    QuickSearch search;
    const auto found = found_in(book, search);
    BookPosition solved = *book.find(f5_played);
    solved.depth = f5_played.empties();
    solved.confidence = Confidence::certain;
    book.put(canonical(f5_played), solved);
    book.update();
    const Book before = book;
    add_deviations(book, found);
    CHECK(book == before);
}

TEST_CASE("a search for a deviation that is stopped finds nothing") {
    Book book = book_without_deviation();
    QuickSearch search;
    const std::atomic<bool> stop = true;
    CHECK_FALSE(find_deviation(book, canonical(f5_played), shallow, search.function(), stop));
}

TEST_CASE("only a value that was solved exactly is beyond doubt") {
    CHECK(doubt_of_search(24, 24, Confidence::certain) == Score());
    CHECK(doubt_of_search(24, 40, Confidence::certain) == Score());
    CHECK(doubt_of_search(0, 0, Confidence::certain) == Score());
    CHECK(doubt_of_search(24, 23, Confidence::certain) > Score());
    CHECK(doubt_of_search(24, 24, Confidence::very_high) > Score());
    BookPosition position;
    position.depth = 60;
    position.confidence = Confidence::certain;
    CHECK(own_doubt(Board::start(), position) == Score());
    position.depth = 0; // all known moves stay within the book
    CHECK(own_doubt(Board::start(), position) > Score::from_discs(1));
}

TEST_CASE("doubt falls with depth, with confidence and towards the start of the game") {
    for (int empties = 10; empties < 60; empties += 7) {
        CAPTURE(empties);
        for (Depth depth = 1; depth <= empties; ++depth) { // the doubt is rounded to hundredths
            CHECK(doubt_of_search(empties, depth, Confidence::low)
                  <= doubt_of_search(empties, depth - 1, Confidence::low));
        }
        CHECK(doubt_of_search(empties, 8, Confidence::low)
              < doubt_of_search(empties, 4, Confidence::low));
        for (const Depth depth : {8, empties}) {
            CHECK(doubt_of_search(empties, depth, Confidence::certain)
                  <= doubt_of_search(empties, depth, Confidence::very_high));
            CHECK(doubt_of_search(empties, depth, Confidence::very_high)
                  < doubt_of_search(empties, depth, Confidence::low));
        }
    }
    CHECK(doubt_of_search(50, 10, Confidence::low) < doubt_of_search(30, 10, Confidence::low));
    CHECK(doubt_of_search(50, -1, Confidence::low) == doubt_of_search(50, 0, Confidence::low));
}

TEST_CASE("doubt is what was measured") {
    struct Case {
        int empties;
        Depth depth;
        double discs;
    };
    for (const Case& c : {Case{24, 4, 3.68}, {24, 12, 2.45}, {24, 22, 1.69}, {24, 24, 0.98}}) {
        CAPTURE(c.depth);
        CHECK(doubt_of_search(c.empties, c.depth, Confidence::low).discs()
              == Approx(c.discs).epsilon(0.18));
    }
}

TEST_CASE("the doubts of two values add up as independent errors do") {
    const auto hundredths = [](int value) { return Score::from_hundredths(value); };
    CHECK(combined_doubt(hundredths(300), hundredths(400)) == hundredths(500));
    CHECK(combined_doubt(hundredths(70), {}) == hundredths(70));
    CHECK(combined_doubt({}, {}) == Score());
}
