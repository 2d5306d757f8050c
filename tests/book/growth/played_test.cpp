#include "book/growth/leaves.h"
#include "book/growth/played.h"
#include "tests/book/grown_book.h"
#include "tests/catch.h"

#include <algorithm>
#include <initializer_list>
#include <set>
#include <utility>

using namespace emilia;
using testing::book_after_f5;
using testing::grown_book;

namespace {

Board after(std::initializer_list<Square> moves) {
    Board board = Board::start();
    for (const Square move : moves) board = board.after(move);
    return canonical(board);
}

/// Visits what games with a book can reach, one game after the other.
class Games {
public:
    Games(const Book& book, Score cost) : book_(book), cost_(cost) {
        for (const bool own : {true, false}) play(canonical(Board::start()), own);
    }
    std::set<const BookPosition*> choices;

private:
    void play(const Board& board, bool own) {
        const BookPosition* const position = book_.find_canonical(board);
        if (position == nullptr || !visited_.emplace(position, own).second) return;
        if (own && !position->moves.front().within) return;
        if (own) choices.insert(position);
        for (const BookMove& move : position->moves) {
            if (own && position->moves.front().score - move.score > cost_) continue;
            play(canonical(board.after(move.square)), !own);
        }
    }

    const Book& book_;
    const Score cost_;
    std::set<std::pair<const BookPosition*, bool>> visited_;
};

} // namespace

TEST_CASE("a book plays its good moves for both sides, and answers what the other side plays") {
    const Book book = book_after_f5(100, 70, -900);
    const Played plays = played(book, Score::from_hundredths(50));
    const auto given = [&](const Board& board) {
        const auto found = plays.choices.find(book.find_canonical(board));
        return found == plays.choices.end() ? -1 : found->second;
    };
    CHECK(given(after({})) == 0);
    CHECK(given(after({Square::f5})) == 0);
    CHECK(given(after({Square::f5, Square::d6})) == 0);
    CHECK(given(after({Square::f5, Square::f6})) == Approx(0.3));
    CHECK(given(after({Square::f5, Square::f4})) == Approx(10));
    // White comes there only by its own mistake.
    const Board mistake = after({Square::f5, Square::f4});
    const Board after_mistake = canonical(mistake.after(first_square(mistake.legal_moves())));
    REQUIRE(book.find_canonical(after_mistake) != nullptr);
    CHECK(given(after_mistake) == -1);
    CHECK(played(book, Score::from_discs(11)).choices.contains(book.find_canonical(after_mistake)));
}

TEST_CASE("a book's choices are those of all games in which one side plays from it") {
    const Book book = grown_book(400);
    std::size_t before = 0;
    for (const int hundredths : {0, 100, 400, 20'000}) {
        const Score cost = Score::from_hundredths(hundredths);
        const Played plays = played(book, cost);
        const Games games(book, cost);
        CHECK(plays.choices.size() == games.choices.size());
        for (const BookPosition* const position : games.choices)
            CHECK(plays.choices.contains(position));
        CHECK(plays.choices.size() > before);
        before = plays.choices.size();
    }
    CHECK(played({}).choices.empty());
}

TEST_CASE("a move has the value of its leaf, to which the best moves lead") {
    const Book book = grown_book(400);
    const Leaves leaves(book);
    int longest = 0;
    for (const auto& entry : book.positions()) {
        for (const BookMove& move : entry.second.moves) {
            const Book::Entry& leaf = *leaves.of(entry, move);
            if (!move.within) {
                CHECK(&leaf == &entry);
                continue;
            }
            int moves = 1;
            Board board = canonical(entry.first.after(move.square));
            while (board != leaf.first) {
                board = canonical(board.after(book.find_canonical(board)->moves.front().square));
                REQUIRE(++moves < 60);
            }
            CHECK(move.score == (moves % 2 == 0 ? leaf.second.value : -leaf.second.value));
            CHECK_FALSE(leaf.second.moves.front().within);
            longest = std::max(longest, moves);
        }
    }
    CHECK(longest > 5);
}

TEST_CASE("the leaves of what a book plays are those of its good moves") {
    const Book book = book_after_f5(100, 70, -900);
    const auto leaf = [&book](Square answer) {
        Board board = after({Square::f5, answer});
        for (int moves = 0; moves < 2; ++moves)
            board = canonical(board.after(first_square(board.legal_moves())));
        return book.find_canonical(board);
    };
    const DiscsGiven best = played(book, {}).leaves;
    CHECK(best.at(leaf(Square::d6)) == 0);
    CHECK(best.at(leaf(Square::f6)) == Approx(0.3)); // after white's small mistake
    CHECK(best.at(leaf(Square::f4)) == Approx(10));
    CHECK(best.size() == 3);
    CHECK(played(book, Score::from_hundredths(30)).leaves.at(leaf(Square::f6)) == 0);
}
