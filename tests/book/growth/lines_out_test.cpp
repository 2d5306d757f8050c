#include "book/doubt.h"
#include "book/growth/lines_out.h"
#include "book/growth/played.h"
#include "tests/book/grown_book.h"
#include "tests/catch.h"

#include <algorithm>
#include <set>
#include <utility>

using namespace emilia;
using testing::book_after_f5;

namespace {

constexpr Depth searched = 10;

/// The lines of `book_after_f5` that are searched again because of a choice.
std::vector<LineOut> doubted(const Book& book, Depth doubt_plies) {
    // The leaves of this book were searched to three plies less than it sees.
    const BuildSettings settings{.search = {.depth = searched - 3}, .doubt_plies = doubt_plies};
    std::vector<LineOut> lines = lines_out(book, settings);
    std::erase_if(lines, [](const LineOut& line) { return !line.again; });
    return lines;
}

/// The last position of the line after f5 and `answer`.
Board leaf(Square answer) {
    Board board = canonical(Board::start().after(Square::f5).after(answer));
    for (int moves = 0; moves < 2; ++moves)
        board = canonical(board.after(first_square(board.legal_moves())));
    return board;
}

Book with_depth(Book book, const Board& board, Depth depth, Confidence confidence) {
    BookPosition position = *book.find_canonical(board);
    position.depth = depth;
    position.confidence = confidence;
    book.put(board, position);
    book.update();
    return book;
}

} // namespace

TEST_CASE("a choice within its doubt has the less certain of its lines searched two plies deeper") {
    const Book book = book_after_f5(100, 70, -900, searched);
    const auto first = doubted(book, 4);
    REQUIRE(first.size() == 1);
    const Board again = first.front().board;
    CHECK((again == leaf(Square::d6) || again == leaf(Square::f6)));
    CHECK(first.front().again == BookSearch{.depth = searched - 1});
    CHECK_FALSE(first.front().follow);
    const Book once = with_depth(book, first.front().board, searched - 1, Confidence::low);
    const auto second = doubted(once, 4);
    REQUIRE(second.size() == 1);
    CHECK(second.front().board != first.front().board);
    CHECK(second.front().again == BookSearch{.depth = searched - 1});
}

TEST_CASE("a choice is not searched again without end, nor where it is clear") {
    const Book doubtful = book_after_f5(100, 70, -900, searched);
    CHECK(doubted(doubtful, 0).empty());
    CHECK(doubted(doubtful, 1).empty());
    CHECK(doubted(doubtful, 2).size() == 1);
    Book deepest = doubtful;
    for (const Square answer : {Square::d6, Square::f6})
        deepest = with_depth(deepest, leaf(answer), searched - 1, Confidence::low);
    CHECK(doubted(deepest, 3).empty());
    CHECK(doubted(deepest, 4).size() == 1);
    CHECK(doubted(book_after_f5(1000, 70, -900, searched), 4).empty());
    const int doubt = combined_doubt(doubt_of_search(56, 7, Confidence::low),
                                     doubt_of_search(56, 7, Confidence::low))
                          .hundredths();
    CHECK(leaf(Square::d6).empties() == 56);
    CHECK(doubted(book_after_f5(doubt - 1, 0, -900, searched), 4).size() == 1);
    CHECK(doubted(book_after_f5(doubt, 0, -900, searched), 4).empty());
}

TEST_CASE("what is solved is not searched again, but the other line of the choice is") {
    Book book = book_after_f5(100, 70, -900, searched);
    book = with_depth(book, leaf(Square::d6), 56, Confidence::certain);
    const auto lines = doubted(book, 4);
    REQUIRE(lines.size() == 1);
    CHECK(lines.front().board == leaf(Square::f6));
    book = with_depth(book, leaf(Square::f6), 56, Confidence::very_high); // reached the end
    CHECK(doubted(book, 4).empty());
}

TEST_CASE("a surer search of a line stays as sure when it is repeated") {
    Book book = book_after_f5(100, 70, -900, searched);
    for (const Square answer : {Square::d6, Square::f6})
        book = with_depth(book, leaf(answer), searched - 3, Confidence::high);
    const auto lines = doubted(book, 4);
    REQUIRE(lines.size() == 1);
    CHECK(lines.front().again == BookSearch{.depth = searched - 1, .confidence = Confidence::high});
}

TEST_CASE("the end of the best line is searched again before what only mistakes reach") {
    Book book = book_after_f5(100, 70, -900, searched);
    const Board after_mistake = canonical(Board::start().after(Square::f5).after(Square::f4));
    BookPosition position = *book.find_canonical(after_mistake);
    const Bitboard others = after_mistake.legal_moves() & ~bit(position.moves.front().square);
    position.moves.push_back({first_square(others), Score::from_discs(-20), false});
    book.put(after_mistake, position);
    book.update();
    const BuildSettings settings{.search = {.depth = searched + 1}};
    const auto cost_of_line = [lines = lines_out(book, settings)](const Board& board) {
        const auto found = std::find_if(lines.begin(), lines.end(), [&board](const LineOut& line) {
            return line.again && line.board == board;
        });
        REQUIRE(found != lines.end());
        return found->cost;
    };
    CHECK(cost_of_line(leaf(Square::d6)) < cost_of_line(after_mistake));
    // The length of a line costs nothing.
    CHECK(cost_of_line(leaf(Square::f4)) == Approx(cost_of_line(after_mistake)));
}

TEST_CASE("no position is to be searched again twice, and a shallow one first as deep as others") {
    const Book book = testing::grown_book(200);
    const auto again = [&book](Depth depth) {
        std::multiset<std::pair<Bitboard, Bitboard>> boards;
        for (const LineOut& line :
             lines_out(book, {.search = {.depth = depth}, .doubt_plies = 4})) {
            if (!line.again) continue;
            boards.emplace(line.board.player, line.board.opponent);
            CHECK(line.again->depth == (depth == 2 ? 4 : 3));
        }
        for (const auto& board : boards) CHECK(boards.count(board) == 1);
        return boards.size();
    };
    CHECK(again(2) > 10);
    CHECK(again(3) > 100);
    CHECK(lines_out({}, {.doubt_plies = 4}).empty());
}

TEST_CASE("what no game leads to is left as it is, if only what is played is searched again") {
    const Book book = testing::grown_book(300);
    for (const Depth doubt_plies : {0, 2}) {
        const auto again = [&](Deepen deepen) {
            std::vector<LineOut> lines = lines_out(
                book, {.search = {.depth = 3}, .deepen = deepen, .doubt_plies = doubt_plies});
            std::erase_if(lines, [](const LineOut& line) { return !line.again; });
            return lines;
        };
        const std::vector<LineOut> all = again(Deepen::all);
        const std::vector<LineOut> some = again(Deepen::played);
        CHECK(some.size() > 20);
        CHECK(some.size() < all.size());
        const Played plays = played(book);
        std::size_t leaves = 0;
        for (const LineOut& line : some) {
            CHECK(line.again == BookSearch{.depth = 3});
            CHECK(line.cost >= 0);
            const auto leaf = plays.leaves.find(book.find_canonical(line.board));
            if (leaf == plays.leaves.end()) continue;
            ++leaves;
            CHECK(line.cost == Approx(2 * leaf->second));
        }
        CHECK(leaves == plays.leaves.size());
        // The best of the others may be the better one where a choice is in doubt.
        CHECK((some.size() > leaves) == (doubt_plies > 0));
    }
}

TEST_CASE("a search that saw the end of the game is not repeated, however deep others are") {
    const BuildSettings settings{.search = {.depth = 60}};
    const Board end = leaf(Square::d6);
    const auto repeated = [&](Depth depth, Confidence confidence) {
        const Book book = with_depth(book_after_f5(0, 0, 0), end, depth, confidence);
        const std::vector<LineOut> lines = lines_out(book, settings);
        return std::any_of(lines.begin(), lines.end(),
                           [&end](const LineOut& line) { return line.board == end && line.again; });
    };
    CHECK(repeated(end.empties() - 1, Confidence::certain));
    CHECK(repeated(end.empties(), Confidence::high));
    CHECK_FALSE(repeated(end.empties(), Confidence::very_high)); // some moves were excluded
    CHECK_FALSE(repeated(end.empties(), Confidence::certain));
}
