#include "book/book_search.h"
#include "book/growth/expansion.h"
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

constexpr Depth searched = 10;

/// The lines of `book_after_f5` that are searched again because of a choice.
std::vector<Expansion> doubted(const Book& book, Depth doubt_plies) {
    // The leaves of this book were searched to three plies less than it sees.
    const BuildSettings settings{.search = {.depth = searched - 3}, .doubt_plies = doubt_plies};
    std::vector<Expansion> lines = expansions(book, settings);
    std::erase_if(lines, [](const Expansion& line) { return !line.again; });
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
    const auto cost_of_line = [lines = expansions(book, settings)](const Board& board) {
        const auto found =
            std::find_if(lines.begin(), lines.end(), [&board](const Expansion& line) {
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
        for (const Expansion& line :
             expansions(book, {.search = {.depth = depth}, .doubt_plies = 4})) {
            if (!line.again) continue;
            boards.emplace(line.board.player, line.board.opponent);
            CHECK(line.again->depth == (depth == 2 ? 4 : 3));
        }
        for (const auto& board : boards) CHECK(boards.count(board) == 1);
        return boards.size();
    };
    CHECK(again(2) > 10);
    CHECK(again(3) > 100);
    CHECK(expansions({}, {.doubt_plies = 4}).empty());
}

TEST_CASE("what no game leads to is left as it is, if only what is played is searched again") {
    const Book book = testing::grown_book(300);
    for (const Depth doubt_plies : {0, 2}) {
        const auto again = [&](Deepen deepen) {
            std::vector<Expansion> lines = expansions(
                book, {.search = {.depth = 3}, .deepen = deepen, .doubt_plies = doubt_plies});
            std::erase_if(lines, [](const Expansion& line) { return !line.again; });
            return lines;
        };
        const std::vector<Expansion> all = again(Deepen::all);
        const std::vector<Expansion> some = again(Deepen::played);
        CHECK(some.size() > 20);
        CHECK(some.size() < all.size());
        const GameChoices plays = game_choices(book);
        std::size_t leaves = 0;
        for (const Expansion& line : some) {
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
        const std::vector<Expansion> lines = expansions(book, settings);
        return std::any_of(lines.begin(), lines.end(), [&end](const Expansion& line) {
            return line.board == end && line.again;
        });
    };
    CHECK(repeated(end.empties() - 1, Confidence::certain));
    CHECK(repeated(end.empties(), Confidence::high));
    CHECK_FALSE(repeated(end.empties(), Confidence::very_high)); // some moves were excluded
    CHECK_FALSE(repeated(end.empties(), Confidence::certain));
}

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
    const GameChoices plays = game_choices(book, Score::from_hundredths(50));
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
    CHECK(game_choices(book, Score::from_discs(11))
              .choices.contains(book.find_canonical(after_mistake)));
}

TEST_CASE("a book's choices are those of all games in which one side plays from it") {
    const Book book = grown_book(400);
    std::size_t before = 0;
    for (const int hundredths : {0, 100, 400, 20'000}) {
        const Score cost = Score::from_hundredths(hundredths);
        const GameChoices plays = game_choices(book, cost);
        const Games games(book, cost);
        CHECK(plays.choices.size() == games.choices.size());
        for (const BookPosition* const position : games.choices)
            CHECK(plays.choices.contains(position));
        CHECK(plays.choices.size() > before);
        before = plays.choices.size();
    }
    CHECK(game_choices({}).choices.empty());
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
    const DiscsGiven best = game_choices(book, {}).leaves;
    CHECK(best.at(leaf(Square::d6)) == 0);
    CHECK(best.at(leaf(Square::f6)) == Approx(0.3)); // after white's small mistake
    CHECK(best.at(leaf(Square::f4)) == Approx(10));
    CHECK(best.size() == 3);
    CHECK(game_choices(book, Score::from_hundredths(30)).leaves.at(leaf(Square::f6)) == 0);
}
