#include "book/repertoire/departures.h"
#include "engine/notation/move_list.h"
#include "tests/book/grown_book.h"
#include "tests/catch.h"

using namespace emilia;
using enum Square;
using testing::book_after_f5;
using Kind = Departure::Kind;

namespace {

/// Where games left a repertoire from the start.
Departures left_by(const std::vector<std::string>& games, Color color, const Book& book,
                   int plies = 60) {
    GameBase base;
    std::uint32_t number = 0;
    for (const std::string& moves : games) base.add(parse_moves(moves).value(), 0, ++number);
    const PositionIndex index(base);
    const auto chosen = choose(base, index, {.through = Board::start()});
    const Repertoire repertoire(book, Board::start(), {.to_move = color == Color::black}, plies);
    return departures(base, chosen, repertoire, book, color);
}

/// The moves of the book behind f5d6.
std::string line_behind_d6(const Book& book) {
    std::vector<Square> line{f5, d6};
    Board board = Board::start().after(f5).after(d6);
    while (book.find(board) != nullptr) {
        line.push_back(book.moves(board).front().square);
        board = board.after(line.back());
    }
    return to_string(line);
}

} // namespace

TEST_CASE("a departure is the first move that the repertoire hasn't got, with what it cost") {
    const Book book = book_after_f5(100, 70, -150);
    const Board board = Board::start().after(f5).after(d6);
    Square other = none;
    for (const Square square : squares_of(board.legal_moves()))
        if (!has_move(book.moves(board), square)) other = square;
    const Departures white =
        left_by({"f5f4", "f5f6", "c4c5", line_behind_d6(book), "f5d6" + to_string(other)},
                Color::white, book);
    REQUIRE(white.games.size() == 5);
    const auto of = [&white](std::size_t game) { return white.all[white.games[game].departure]; };
    CHECK(of(0).kind == Kind::own);
    CHECK(of(0).line == std::vector<Square>{f5});
    CHECK(of(0).played == f4);
    CHECK(of(0).instead == d6);
    CHECK(of(0).loss == Score::from_hundredths(250));
    CHECK(of(1).loss == Score::from_hundredths(30));
    CHECK(of(3).kind == Kind::end);
    CHECK(of(4).kind == Kind::opponent);
    CHECK(of(4).line == std::vector<Square>{f5, d6});
    CHECK_FALSE(of(4).instead);
}

TEST_CASE("departures in all symmetries are one, and the most frequent ones come first") {
    const Book book = book_after_f5(100, 70, -150);
    const Departures white = left_by({"f5f6", "f5f4", "e6d6", "c4c5", "d3c3"}, Color::white, book);
    REQUIRE(white.all.size() == 2);
    CHECK(white.all[0].played == f4);
    CHECK(white.all[0].tally.games == 3);
    CHECK(white.all[1].played == f6);
    CHECK(white.all[1].tally.games == 2);
    CHECK(white.games[0].departure == 1);
}

TEST_CASE("an answer that loses more than the limit is the opponent's departure") {
    const Book book = book_after_f5(100, 70, -150);
    const Departures black = left_by({"f5f4c3", "f5d6", "f5"}, Color::black, book);
    const auto& bad = black.all[black.games[0].departure];
    CHECK(bad.kind == Kind::opponent);
    CHECK(bad.played == f4);
    CHECK(bad.loss == Score::from_hundredths(250));
    for (const std::size_t game :
         {std::size_t{1}, std::size_t{2}}) // their moves are all in the repertoire
        CHECK(black.all[black.games[game].departure].kind == Kind::end);
}

TEST_CASE("no game leaves a repertoire behind its last ply") {
    const Book book = book_after_f5(100, 70, -150);
    const auto kind = [&book](int plies) {
        return left_by({"f5f4"}, Color::white, book, plies).all.front().kind;
    };
    CHECK(kind(1) == Kind::end);
    CHECK(kind(2) == Kind::own);
}
