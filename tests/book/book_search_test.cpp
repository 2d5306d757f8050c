#include "book/book_search.h"
#include "tests/book/grown_book.h"
#include "tests/catch.h"

#include <algorithm>

using namespace emilia;
using testing::book_after_f5;

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

TEST_CASE("a new way out replaces the old ones, and the moves within the book stay") {
    Book book = book_after_f5(0, 0, 0);
    const BookPosition before = *book.find(after_f5);
    const auto inside = std::count_if(before.moves.begin(), before.moves.end(),
                                      [](const BookMove& move) { return move.within; });
    REQUIRE(inside == 3);
    // All moves of this position stay within: to find one of them again adds nothing.
    replace_ways_out(book, after_f5, found(before.moves[0].square, 50, 60, Confidence::certain));
    CHECK(*book.find(after_f5) == before);

    const Board end = canonical(book.in_order().back()->first);
    const BookPosition leaf = *book.find_canonical(end);
    REQUIRE(leaf.moves.size() == 1);
    const std::vector<Square> legal = legal_squares(end);
    const Square other = legal[0] == leaf.moves[0].square ? legal[1] : legal[0];
    replace_ways_out(book, end, found(other, 200, leaf.depth, leaf.confidence));
    CHECK(*book.find_canonical(end) == leaf);
    replace_ways_out(book, end, found(other, 200, end.empties(), Confidence::certain));
    const BookPosition solved = *book.find_canonical(end);
    CHECK(solved.moves == std::vector<BookMove>{{other, Score::from_hundredths(200), false}});
    CHECK(is_solved(end, solved));
    add_way_out(book, end, found(leaf.moves[0].square, 100, 60, Confidence::certain));
    CHECK(*book.find_canonical(end) == solved);
}

TEST_CASE("a way out is added only where there is no other") {
    Book book = book_after_f5(0, 0, 0);
    const Board end = canonical(book.in_order().back()->first);
    const BookPosition leaf = *book.find_canonical(end);
    const std::vector<Square> legal = legal_squares(end);
    const Square other = legal[0] == leaf.moves[0].square ? legal[1] : legal[0];
    add_way_out(book, end, found(other, 0, 6, Confidence::low));
    CHECK(*book.find_canonical(end) == leaf);

    const Board next = canonical(end.after(leaf.moves[0].square));
    book.put(next, found(legal_squares(next)[0], 0, 8, Confidence::low));
    add_way_out(book, end, found(other, 0, 6, Confidence::low));
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
