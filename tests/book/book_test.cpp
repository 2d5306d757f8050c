#include "book/book.h"
#include "book/learner.h"
#include "tests/book/grown_book.h"
#include "tests/catch.h"
#include "tests/random_game.h"

#include <algorithm>
#include <set>

using namespace emilia;
using testing::grown_book;
using testing::Random;

namespace {

/// The value by its definition: minimax over the moves, as far as they stay within the book.
Score minimax(const Book& book, const Board& board) {
    Score best = min_score;
    for (const BookMove& move : book.moves(board)) {
        best = std::max(best, move.within ? -minimax(book, board.after(move.square)) : move.score);
    }
    return best;
}

BookPosition position_with(Square move, int hundredths, Depth depth = 2) {
    BookPosition position;
    position.depth = depth;
    position.moves = {{move, Score::from_hundredths(hundredths), false}};
    return position;
}

const Board first = canonical(Board::start().after(Square::f5));

} // namespace

TEST_CASE("every position of a book is known in all eight symmetries, with its moves") {
    const Book book = grown_book(200);
    for (const auto& [board, position] : book.positions()) {
        for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
            const Board turned = transformed(board, symmetry);
            REQUIRE(book.find(turned) == &position);
            const std::vector<BookMove> moves = book.moves(turned);
            CHECK(moves.size() >= position.moves.size());
            CHECK(moves.front().score == position.value);
            std::set<Square> squares;
            for (const BookMove& move : moves) {
                CHECK(turned.is_legal(move.square));
                CHECK(squares.insert(move.square).second);
                if (move.within) CHECK(move.score == -book.find(turned.after(move.square))->value);
            }
        }
    }
    CHECK(book.moves(Board::start()).size() == 4);
    Random random(1);
    CHECK(book.moves(testing::random_board_but_for(Square::a1, random)).empty());
}

TEST_CASE("the value of a position is what minimax over the whole book gives") {
    const Book book = grown_book(300);
    int deep = 0;
    for (const auto& [board, position] : book.positions()) {
        CHECK(position.value == minimax(book, board));
        if (position.moves.size() > 1) ++deep;
    }
    CHECK(deep > 30);
}

TEST_CASE(
    "a position that is put in changes the values before it, and is found by all ways to it") {
    // A deviation of the book turns out to be worth 20 discs.
    const Book before = grown_book(100);
    int deviations = 0;
    for (const auto& [board, position] : before.positions()) {
        const auto deviation = std::find_if(position.moves.begin(), position.moves.end(),
                                            [](const BookMove& move) { return !move.within; });
        if (deviation == position.moves.end()) continue; // as at the start, with its one move
        Book book = before;
        const Board next = canonical(board.after(deviation->square));
        // A reply that leads back into the book has the book's value, not the one put in here.
        if (book.squares_within(next) != 0) continue;
        ++deviations;
        const Square reply = first_square(next.legal_moves());
        book.put(next, position_with(reply, -2000));
        book.update();
        CHECK(book.find_canonical(board)->value >= Score::from_discs(20));
        CHECK(book.find(Board::start())->value == minimax(book, Board::start()));
    }
    CHECK(deviations > 30);
}

TEST_CASE("where two books know a position, the deeper search's deviation counts") {
    Book shallow;
    shallow.put(first, position_with(first_square(first.legal_moves()), 300, 10));
    Book deep;
    const Square other = square_at(63 - std::countl_zero(first.legal_moves()));
    deep.put(first, position_with(other, -100, 12));
    for (const bool deep_first : {true, false}) {
        Book merged = deep_first ? deep : shallow;
        merged.merge(deep_first ? shallow : deep, Counts::add);
        merged.update();
        CHECK(merged.size() == 1);
        CHECK(merged.find(first)->moves == deep.find(first)->moves);
        CHECK(merged.find(first)->depth == 12);
        CHECK(merged.find(first)->value == Score::from_discs(-1));
    }
}

TEST_CASE(
    "a deviation of the book that only the shallower search found is kept where it is needed") {
    // The deeper search's only deviation leads to a position that the other book has.
    const Square out = first_square(first.legal_moves());
    const Square other = square_at(63 - std::countl_zero(first.legal_moves()));
    const Board behind = canonical(first.after(out));
    Book deep;
    deep.put(first, position_with(out, 100, 24));
    Book learned;
    BookPosition position = position_with(other, -300, 20);
    position.confidence = Confidence::high;
    position.moves.push_back({out, Score::from_discs(-5), true});
    learned.put(first, position);
    learned.put(behind, position_with(first_square(behind.legal_moves()), 500, 20));
    for (const bool deep_first : {true, false}) {
        Book merged = deep_first ? deep : learned;
        merged.merge(deep_first ? learned : deep, Counts::add);
        merged.update();
        REQUIRE(merged.find(first)->moves.size() == 2);
        CHECK(merged.find(first)->value == Score::from_discs(-3));
        CHECK(merged.find(first)->depth == 20);
        CHECK(merged.find(first)->confidence == Confidence::high);
        CHECK_FALSE(merged.is_one_sided(first, *merged.find(first)));
    }
}

TEST_CASE("of equally deep searches both deviations are kept") {
    Book one;
    one.put(first, position_with(first_square(first.legal_moves()), 300));
    Book other;
    other.put(first, position_with(square_at(63 - std::countl_zero(first.legal_moves())), 400));
    one.merge(other, Counts::add);
    one.update();
    REQUIRE(one.find(first)->moves.size() == 2);
    CHECK(one.find(first)->value == Score::from_discs(4));
}

TEST_CASE("merging adds the counts of different games up, and raises those of the same") {
    Book one;
    BookPosition position = position_with(first_square(first.legal_moves()), 0);
    position.games = {5, 1, 2};
    one.put(first, position);
    Book other;
    position.games = {3, 4, 2};
    other.put(first, position);
    Book sum = one;
    sum.merge(other, Counts::add);
    CHECK(sum.find(first)->games == GameCounts{8, 5, 4});
    one.merge(other, Counts::raise);
    CHECK(one.find(first)->games == GameCounts{5, 4, 2});
}

TEST_CASE("a solved value stays, whatever follows in the book") {
    Random random(7);
    Board board = Board::start();
    while (board.empties() > 12) board = board.after(testing::random_move(board, random));
    board = canonical(board);
    const Square move = first_square(board.legal_moves());
    BookPosition solved = position_with(move, 600, board.empties());
    solved.confidence = Confidence::certain;
    const Board next = canonical(board.after(move));
    Book book;
    book.put(board, solved);
    book.put(next, position_with(first_square(next.legal_moves()), 6400));
    book.update();
    CHECK(book.find(board)->value == Score::from_discs(6));
}

TEST_CASE("a solved position counts for more than a deeper search that is not sure") {
    Random random(8);
    Board board = Board::start();
    while (board.empties() > 16) board = board.after(testing::random_move(board, random));
    board = canonical(board);
    const Square move = first_square(board.legal_moves());
    BookPosition solved = position_with(move, 600, 16);
    solved.confidence = Confidence::certain;
    Book exact;
    exact.put(board, solved);
    Book estimated;
    estimated.put(board, position_with(move, -300, 20));
    for (const bool exact_first : {true, false}) {
        Book merged = exact_first ? exact : estimated;
        merged.merge(exact_first ? estimated : exact, Counts::add);
        merged.update();
        CHECK(merged.find(board)->value == Score::from_discs(6));
        CHECK(is_solved(board, *merged.find(board)));
    }
}

TEST_CASE("a finished game is counted once, for each side as it ended, in any symmetry") {
    Book book = grown_book(50);
    Random random(3);
    std::vector<Board> boards;
    do {
        boards = testing::random_game(random);
    } while (boards.back().final_score() == 0);
    for (const int symmetry : {0, 5}) {
        std::vector<PlayedPosition> game;
        int score = boards.back().final_score();
        for (std::size_t i = boards.size(); i-- > 0; score = -score)
            game.insert(game.begin(), {canonical(transformed(boards[i], symmetry)), score});
        CHECK(book.count_game(game) == (symmetry == 0));
    }
    const GameCounts start = book.find(Board::start())->games;
    CHECK(start.total() == 1);
    const GameCounts second = book.find(boards[1])->games;
    CHECK(second == GameCounts{start.losses, start.draws, start.wins});
}
