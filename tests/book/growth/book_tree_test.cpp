#include "book/book_file.h"
#include "book/growth/book_tree.h"
#include "book/growth/expansion.h"
#include "engine/notation/move_list.h"
#include "tests/book/grown_book.h"
#include "tests/catch.h"

#include <algorithm>
#include <set>
#include <unordered_map>

using namespace emilia;
using testing::book_after_f5;
using testing::grown_book;

namespace {

using Costs = std::unordered_map<Board, double, BoardHash>;

/// The cost of the cheapest line to each position, by its definition.
Costs costs_from_start(const Book& book) {
    Costs costs{{canonical(Board::start()), 0.0}};
    for (const Book::Entry* const entry : book.in_order()) {
        const auto& [board, position] = *entry;
        if (!costs.contains(board)) continue;
        for (const BookMove& move : position.moves) {
            if (!move.within) continue;
            const double cost = costs.at(board) + cost_of(position, move, BuildSettings{});
            const auto [place, is_new] =
                costs.try_emplace(canonical(board.after(move.square)), cost);
            if (!is_new) place->second = std::min(place->second, cost);
        }
    }
    return costs;
}

} // namespace

TEST_CASE("a tree has the positions with the cheapest lines, in the order of their costs") {
    const Book book = grown_book(300);
    const Costs costs = costs_from_start(book);
    REQUIRE(costs.size() == book.size());
    const auto limit = GENERATE(as<std::size_t>(), 1, 2, 40, 150, 300, 1000);
    const BookTree tree = book_tree(book, Board::start(), {.positions = limit});
    CHECK(tree.size() == std::min(limit, book.size()));
    CHECK(tree.front().board == Board::start());
    Costs left_out = costs;
    double last = 0;
    for (const TreePosition& position : tree) {
        const Board key = canonical(position.board);
        CHECK(costs.at(key) >= last - 1e-9);
        last = costs.at(key);
        CHECK(position.known == book.find_canonical(key));
        CHECK(left_out.erase(key) == 1); // each position stands there once
    }
    for (const auto& [board, cost] : left_out) CHECK(cost >= last - 1e-9);
}

TEST_CASE("a tree has all moves that the book knows, and each leads to the board that it gives") {
    const Book book = grown_book(300);
    const BookTree tree = book_tree(book, Board::start(), {.positions = 150});
    int turned = 0;
    int left_out = 0;
    for (const TreePosition& position : tree) {
        std::set<Square> squares;
        for (const BookMove& move : book.moves(position.board)) squares.insert(move.square);
        CHECK(position.moves.size() == squares.size());
        CHECK(position.moves.front().known.line.value == position.known->value);
        for (const TreeMove& move : position.moves) {
            const Board after = position.board.after(move.known.line.move);
            CHECK(squares.contains(move.known.line.move));
            if (!move.next) {
                if (book.find(after) != nullptr) ++left_out;
                continue;
            }
            CHECK(transformed(tree[*move.next].board, move.symmetry) == after);
            if (move.symmetry != 0) ++turned;
        }
    }
    CHECK(turned > 3);
    CHECK(left_out > 3);
}

TEST_CASE("every position of a tree can be reached from the first") {
    const Book book = grown_book(300);
    const BookTree tree = book_tree(book, Board::start(), {.positions = 100});
    std::set<std::size_t> reached{0};
    for (std::size_t number = 0; number < tree.size(); ++number) {
        CHECK(reached.contains(number)); // the lines to it are cheaper, so they come before
        for (const TreeMove& move : tree[number].moves)
            if (move.next) reached.insert(*move.next);
    }
}

TEST_CASE("a tree may begin anywhere in the book") {
    const Book book = grown_book(200);
    for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
        const Board first = transformed(parse_moves("f5d6")->position().board, symmetry);
        const BookTree tree = book_tree(book, first, {});
        REQUIRE(tree.size() > 5);
        CHECK(tree.front().board == first);
        for (const TreePosition& position : tree)
            CHECK(position.board.empties() <= first.empties());
    }
}

TEST_CASE("a tree's lines have at most the given plies") {
    const Book book = grown_book(200);
    const int plies = GENERATE(1, 2, 4);
    const BookTree tree = book_tree(book, Board::start(), {.plies = plies});
    const auto expected =
        std::count_if(book.positions().begin(), book.positions().end(), [plies](const auto& entry) {
            return entry.first.empties() >= square_count - 4 - plies;
        });
    CHECK(tree.size() == static_cast<std::size_t>(expected));
}

TEST_CASE("a tree follows no move that loses more than the limit") {
    const Book book = book_after_f5(100, 100, -150);
    const auto positions = [&book](int hundredths) {
        return book_tree(book, Board::start(), {.loss = Score::from_hundredths(hundredths)}).size();
    };
    CHECK(positions(249) == book.size() - 3);
    CHECK(positions(250) == book.size());
    const BookTree tree = book_tree(book, Board::start(), {.loss = Score()});
    const auto& answers = tree[1].moves;
    REQUIRE(answers.size() == 3);
    CHECK(answers[2].known.line.value == Score::from_hundredths(-150));
    CHECK_FALSE(answers[2].next);
}

TEST_CASE("f5 stands for all first moves") {
    const BookTree tree = book_tree(grown_book(10), Board::start(), {});
    REQUIRE(tree.front().moves.size() == 4);
    CHECK(tree.front().moves.front().known.line.move == Square::f5);
    for (const TreeMove& move : tree.front().moves) CHECK(move.next == std::size_t{1});
    CHECK(tree[1].board == Board::start().after(Square::f5));
}

TEST_CASE("the tree of an unknown position is empty") {
    CHECK(book_tree(Book(), Board::start(), {}).empty());
    CHECK(book_tree(grown_book(5), parse_moves("f5f4g3")->position().board, {}).empty());
}

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
