#include "book/repertoire/repertoire.h"
#include "engine/notation/move_list.h"
#include "tests/book/grown_book.h"
#include "tests/catch.h"

#include <algorithm>
#include <set>

using namespace emilia;
using enum Square;
using testing::book_after_f5;
using testing::grown_book;

namespace {

constexpr int all_plies = 60;

RepertoireSide side_of(Color color, double loss = 1, const std::string& choices = "") {
    return {.to_move = color == Color::black, // in the starting position
            .loss = Score::nearest(loss),
            .choices = RepertoireChoices::parse(choices).value()};
}

Repertoire from_start(const Book& book, const RepertoireSide& side, int plies = all_plies) {
    return {book, Board::start(), side, plies};
}

/// The lines to the positions to remember, each with the move.
std::set<std::string> moves_to_remember(const Repertoire& repertoire) {
    std::set<std::string> found;
    for (const RepertoirePosition& position : repertoire.positions()) {
        if (position.to_remember())
            found.insert(to_string(position.line) + ' '
                         + to_string(position.steps.front().move.square));
    }
    return found;
}

/// The moves of a position without those that are symmetric to an earlier one.
std::vector<BookMove> distinct_moves(const Book& book, const Board& board) {
    std::vector<BookMove> moves;
    std::set<std::pair<Bitboard, Bitboard>> seen;
    for (const BookMove& move : book.moves(board)) {
        const Board after = canonical(board.after(move.square));
        if (seen.insert({after.player, after.opponent}).second) moves.push_back(move);
    }
    return moves;
}

/// A repertoire and the opponent's share of it by their definitions, line by line.
struct Enumeration {
    const Book& book;
    RepertoireSide side;
    int least_empties;
    Score least_value = {}; ///< for the opponent
    std::set<std::pair<Bitboard, Bitboard>> remembered = {};

    Enumeration(const Book& all, const RepertoireSide& whose, int plies)
        : book(all), side(whose), least_empties(Board::start().empties() - plies) {
        const Score value = book.find(Board::start())->value;
        least_value = (side.to_move ? -value : value) - side.loss;
    }

    [[nodiscard]] bool ends(const Board& board) const {
        return board.empties() <= least_empties || book.find(board) == nullptr;
    }

    std::uint64_t own_lines(const Board& board) {
        if (ends(board)) return 0;
        const auto moves = distinct_moves(book, board);
        auto best = moves.front();
        for (const BookMove& move : moves) {
            if (move.score == best.score && move.within && !best.within) best = move;
        }
        const Board key = canonical(board);
        remembered.insert({key.player, key.opponent});
        return std::max<std::uint64_t>(1, answer_lines(board.after(best.square)));
    }
    std::uint64_t answer_lines(const Board& board) {
        if (ends(board)) return 0;
        std::uint64_t lines = 0;
        for (const BookMove& move : distinct_moves(book, board)) {
            if (book.find(board)->value - move.score <= side.loss)
                lines += own_lines(board.after(move.square));
        }
        return lines;
    }

    [[nodiscard]] std::uint64_t opponents_own(const Board& board) const {
        std::uint64_t least = 0;
        for (const BookMove& move : distinct_moves(book, board)) {
            if (move.score < least_value) continue;
            const std::uint64_t lines =
                std::max<std::uint64_t>(1, opponents_answer(board.after(move.square)));
            least = least == 0 ? lines : std::min(least, lines);
        }
        return least;
    }
    [[nodiscard]] std::uint64_t opponents_answer(const Board& board) const {
        if (ends(board)) return 0;
        std::uint64_t lines = 0;
        for (const BookMove& move : distinct_moves(book, board)) {
            const Board after = board.after(move.square);
            if (book.find(board)->value - move.score <= side.loss && !ends(after))
                lines += opponents_own(after);
        }
        return lines;
    }
};

/// Whether two lines reach the same position.
bool has_transposition(const Repertoire& repertoire) {
    std::set<std::size_t> reached;
    for (const RepertoirePosition& position : repertoire.positions()) {
        for (const RepertoireStep& step : position.steps)
            if (step.next && !reached.insert(*step.next).second) return true;
    }
    return false;
}

} // namespace

TEST_CASE("a repertoire has one move of its side and the good answers of the other") {
    const Book book = book_after_f5(100, 100, -150);
    const Repertoire black = from_start(book, side_of(Color::black));
    CHECK(moves_to_remember(black).size() == 5); // f5, and two moves behind each good answer
    CHECK(moves_to_remember(black).contains(" f5"));
    CHECK(black.to_remember() == 5);
    CHECK(black.lines() == 2);
    CHECK(black.unanswered() == 0);
    CHECK(from_start(book, side_of(Color::black, 2.49)).lines() == 2);
    CHECK(from_start(book, side_of(Color::black, 2.5)).lines() == 3);

    const Repertoire white = from_start(book_after_f5(100, 70, -150), side_of(Color::white));
    CHECK(white.to_remember() == 2);
    CHECK(white.lines() == 1);
    CHECK(white.unanswered() == 1); // the last answer of the line, which leaves the book
    CHECK(moves_to_remember(white).contains("f5 d6"));
}

TEST_CASE("a repertoire ends behind the given plies") {
    const Book book = book_after_f5(100, 100, -150);
    const std::vector<std::size_t> remembered{1, 1, 3, 3, 5, 5};
    for (int plies = 1; plies <= 6; ++plies) {
        const Repertoire black = from_start(book, side_of(Color::black), plies);
        CHECK(black.to_remember() == remembered[static_cast<std::size_t>(plies) - 1]);
        CHECK(black.lines() == (plies < 3 ? 1 : 2));
    }
    CHECK(from_start(book, side_of(Color::white), 1).lines() == 0);
}

TEST_CASE("a preferred move is in the repertoire whatever its value, an avoided one never") {
    const Book book = book_after_f5(100, 70, -150);
    const auto move_of = [&book](const std::string& choices) {
        const Repertoire white = from_start(book, side_of(Color::white, 1, choices));
        const RepertoirePosition* const position = white.find(Board::start().after(f5), true);
        REQUIRE(position != nullptr);
        return position->steps.empty() ? none : position->steps.front().move.square;
    };
    CHECK(move_of("") == d6);
    CHECK(move_of("avoid f5d6") == f6);
    CHECK(move_of("prefer f5f4") == f4);
    CHECK(move_of("prefer e6d6") == f4); // the same, transposed
    CHECK(move_of("avoid f5d6\navoid f5f6\navoid f5f4") == none);
    CHECK(move_of("prefer c4e3\navoid f5f6") == d6);
    CHECK(from_start(book, side_of(Color::white, 1, "avoid f5d6\navoid f5f6\navoid f5f4"))
              .unanswered()
          == 1);
}

TEST_CASE("a preferred move that the book doesn't know has no score and ends its line") {
    const Book book = book_after_f5(100, 70, -150);
    const Board board = *[&] {
        const Repertoire black = from_start(book, side_of(Color::black));
        for (const RepertoirePosition& position : black.positions())
            if (position.line.size() == 2) return std::optional(position.board);
        return std::optional<Board>();
    }();
    Square unknown = none;
    for (const Square square : squares_of(board.legal_moves()))
        if (!has_move(book.moves(board), square)) unknown = square;
    RepertoireSide side = side_of(Color::black);
    side.choices.add(RepertoireChoices::Kind::prefer,
                     *parse_moves(to_string(unknown), Position{board, Color::black}));
    const Repertoire black = from_start(book, side);
    const RepertoireMove& move = black.find(board, true)->steps.front().move;
    CHECK(move.square == unknown);
    CHECK_FALSE(move.score);
    CHECK_FALSE(black.find(board, true)->steps.front().next);
}

TEST_CASE("a repertoire has each position once, and its lines lead to them") {
    const Book book = grown_book(300);
    for (const Color color : {Color::black, Color::white}) {
        const Repertoire repertoire = from_start(book, side_of(color, 4));
        std::set<std::tuple<Bitboard, Bitboard, bool>> seen;
        std::size_t plies = 0;
        for (const RepertoirePosition& position : repertoire.positions()) {
            Board board = Board::start();
            for (const Square square : position.line) board = board.after(square);
            CHECK(board == position.board);
            CHECK(position.line.size() >= plies); // breadth first
            plies = position.line.size();
            const Board key = canonical(board);
            CHECK(seen.emplace(key.player, key.opponent, position.own).second);
            CHECK(repertoire.find(key, position.own) == &position);
            for (const auto& [move, next] : position.steps) {
                if (next)
                    CHECK(canonical(repertoire.positions()[*next].board)
                          == canonical(board.after(move.square)));
            }
        }
        CHECK(plies > 4);
        CHECK_FALSE(repertoire.find(Board::start(), color == Color::white));
    }
}

TEST_CASE("the counts of a repertoire are those of all its lines, one by one") {
    const Book book = grown_book(300);
    bool transposes = false;
    for (const Color color : {Color::black, Color::white}) {
        for (const double loss : {0.0, 1.0, 5.0}) {
            for (int plies = 1; plies <= 9; ++plies) {
                CAPTURE(to_string(color), loss, plies);
                const RepertoireSide side = side_of(color, loss);
                const Repertoire repertoire = from_start(book, side, plies);
                Enumeration slow(book, side, plies);
                const Board start = Board::start();
                CHECK(repertoire.lines()
                      == (side.to_move ? slow.own_lines(start) : slow.answer_lines(start)));
                CHECK(repertoire.to_remember() == slow.remembered.size());
                const OpponentsShare share = least_of_opponent(book, start, side, plies);
                CHECK(share.lines
                      == (side.to_move ? slow.opponents_answer(start) : slow.opponents_own(start)));
                transposes = transposes || has_transposition(repertoire);
            }
        }
    }
    CHECK(transposes);
}

TEST_CASE("the opponent answers all good moves, each by one that keeps him within the loss") {
    // White plays one answer to f5: the lines behind d6 and f6 are equally long.
    const Book book = book_after_f5(100, 70, -150);
    const OpponentsShare white = least_of_opponent(book, Board::start(), side_of(Color::black), 60);
    CHECK(white.lines == 1);
    CHECK(white.positions == 2);
    // Black has f5, and then to answer what white may play within the loss.
    CHECK(least_of_opponent(book, Board::start(), side_of(Color::white), 60).lines == 2);
    CHECK(least_of_opponent(book, Board::start(), side_of(Color::white, 0), 60).lines == 1);
    CHECK(least_of_opponent(book, Board::start(), side_of(Color::white, 2.5), 60).lines == 3);
}

TEST_CASE("a repertoire is the same from any symmetry of its first position") {
    const Book book = grown_book(300);
    const Board first = parse_moves("f5d6")->position().board;
    const RepertoireSide side = side_of(Color::black, 3);
    const Repertoire upright(book, first, side, 8);
    CHECK(upright.to_remember() > 5);
    for (int symmetry = 1; symmetry < symmetry_count; ++symmetry) {
        const Repertoire turned(book, transformed(first, symmetry), side, 8);
        CHECK(turned.lines() == upright.lines());
        CHECK(turned.to_remember() == upright.to_remember());
        CHECK(turned.unanswered() == upright.unanswered());
        for (const RepertoirePosition& position : turned.positions())
            CHECK(upright.find(position.board, position.own) != nullptr);
    }
}

TEST_CASE("there is no repertoire from a position that the book doesn't know") {
    const Repertoire empty(grown_book(5), parse_moves("f5f4g3")->position().board,
                           side_of(Color::white), 8);
    CHECK(empty.positions().empty());
    CHECK(empty.lines() == 0);
    CHECK(empty.to_remember() == 0);
    CHECK(least_of_opponent(Book(), Board::start(), side_of(Color::white), 8).lines == 0);
}
