#include "book/book_player.h"
#include "tests/book/grown_book.h"
#include "tests/catch.h"

#include <map>
#include <set>

using namespace emilia;
using testing::book_after_f5;

namespace {

const Board start = Board::start();

BookVariety variety(int hundredths, int percent) {
    return {Score::from_hundredths(hundredths), percent};
}

/// The moves that a player chooses in many games.
std::set<Square> choices(Book book, const BookVariety& variety, const Board& board,
                         Score draw = {}) {
    BookPlayer player(std::move(book), variety, 1);
    std::set<Square> moves;
    for (int game = 0; game < 1000; ++game)
        moves.insert(player.choose(board, 2, draw).value().line.move);
    return moves;
}

const Board after_f5 = start.after(Square::f5);

} // namespace

TEST_CASE("all four moves of the start are played, even where nothing is left to chance") {
    CHECK(choices(testing::grown_book(50), variety(0, 0), start)
          == std::set{Square::d3, Square::c4, Square::f5, Square::e6});
}

TEST_CASE("a book move never costs more than the allowed loss") {
    const Book book = book_after_f5(100, 70, -300);
    CHECK(choices(book, variety(0, 100), after_f5) == std::set{Square::d6});
    CHECK(choices(book, variety(29, 100), after_f5) == std::set{Square::d6});
    CHECK(choices(book, variety(30, 100), after_f5) == std::set{Square::d6, Square::f6});
    CHECK(choices(book, variety(400, 100), after_f5)
          == std::set{Square::d6, Square::f6, Square::f4});
}

TEST_CASE("how many of the moves are left to chance is a matter of setting") {
    const Book book = book_after_f5(100, 70, -300);
    CHECK(choices(book, variety(400, 0), after_f5) == std::set{Square::d6});
    const auto others = [&book](int percent) {
        BookPlayer player(book, variety(400, percent), 1);
        int count = 0;
        for (int game = 0; game < 1000; ++game)
            count += player.choose(after_f5, 2, {})->line.move == Square::d6 ? 0 : 1;
        return count;
    };
    CHECK(others(0) == 0);
    CHECK(others(10) > 0);
    CHECK(others(10) < others(100));
}

TEST_CASE("the same seed makes the same choices") {
    const Book book = testing::grown_book(50);
    BookPlayer one(book, variety(1000, 100), 5);
    BookPlayer other(book, variety(1000, 100), 5);
    for (int game = 0; game < 20; ++game)
        CHECK(one.choose(start, 2, {})->line.move == other.choose(start, 2, {})->line.move);
}

TEST_CASE("a draw is sought or avoided according to its worth") {
    // f6 is as good as a draw, d6 a little better, f4 a little worse.
    const Book book = book_after_f5(120, 20, -110);
    const BookVariety best = variety(0, 0);
    CHECK(choices(book, best, after_f5) == std::set{Square::d6});
    CHECK(choices(book, best, after_f5, Score::from_hundredths(99)) == std::set{Square::d6});
    CHECK(choices(book, best, after_f5, Score::from_hundredths(101)) == std::set{Square::f6});
    CHECK(choices(book_after_f5(90, 20, 110), best, after_f5) == std::set{Square::f4});
    CHECK(choices(book_after_f5(90, 20, 10), best, after_f5, Score::from_discs(-1))
          == std::set{Square::d6});
    CHECK(choices(book_after_f5(90, 20, -5), best, after_f5, Score::from_discs(1))
          == std::set{Square::d6});
    const Book draw_or_loss = book_after_f5(30, -120, -400);
    CHECK(choices(draw_or_loss, best, after_f5, Score::from_discs(-1)) == std::set{Square::d6});
    CHECK(choices(draw_or_loss, best, after_f5, Score::from_hundredths(-200))
          == std::set{Square::f6});
}

TEST_CASE("popular moves are played as often as by people, unless they lose much") {
    Book book = book_after_f5(100, -250, -310);
    const auto count_games = [&book](Square square, std::uint32_t games) {
        book.raise_counts(canonical(after_f5.after(square)), {.wins = games});
    };
    CHECK_FALSE(BookPlayer(book, variety(0, 0), 1).choose_popular(after_f5));
    count_games(Square::d6, 100);
    count_games(Square::f6, 300);
    count_games(Square::f4, 1000);
    book.update();
    BookPlayer player(book, variety(0, 0), 1);
    std::map<Square, int> times;
    for (int game = 0; game < 4000; ++game)
        ++times[player.choose_popular(after_f5).value().line.move];
    CHECK(times.size() == 2);
    CHECK(times[Square::d6] > 850);
    CHECK(times[Square::d6] < 1150);
    CHECK_FALSE(player.choose_popular(start.after(Square::f5).after(Square::f4).after(Square::e3)));
}

TEST_CASE("of two moves of nearly the same value the surer one is preferred") {
    // d6 and f6 were searched equally deep at first; then the line after f6 is solved.
    const auto book = [](int d6, int f6) {
        Book solved = book_after_f5(d6, f6, -900);
        Board leaf = canonical(after_f5.after(Square::f6));
        for (int moves = 0; moves < 2; ++moves)
            leaf = canonical(leaf.after(first_square(leaf.legal_moves())));
        BookPosition position = *solved.find_canonical(leaf);
        position.depth = leaf.empties();
        position.confidence = Confidence::certain;
        solved.put(leaf, position);
        solved.update();
        return solved;
    };
    const Score doubt = follow(book(300, 300), after_f5, {Square::d6, {}, true}).doubt;
    CHECK(doubt > Score());
    CHECK(follow(book(300, 300), after_f5, {Square::f6, {}, true}).doubt == Score());
    const int share = doubt.hundredths() * BookPlayer::doubt_percent / 100;
    CHECK(share > 10);
    const BookVariety best = variety(0, 0);
    CHECK(choices(book(300, 300), best, after_f5) == std::set{Square::f6});
    CHECK(choices(book(300 + share - 1, 300), best, after_f5) == std::set{Square::f6});
    CHECK(choices(book(300 + share, 300), best, after_f5) == std::set{Square::d6, Square::f6});
    CHECK(choices(book(300 + share + 1, 300), best, after_f5) == std::set{Square::d6});
    // Variety counts from the worth, too.
    CHECK(choices(book(300, 300), variety(share - 1, 100), after_f5) == std::set{Square::f6});
    CHECK(choices(book(300, 300), variety(share, 100), after_f5)
          == std::set{Square::d6, Square::f6});
    // Values and lines are as before.
    CHECK(BookPlayer(book(350, 300), best, 1).lines(after_f5).front().line.move == Square::d6);
}

TEST_CASE("worse moves are played less often") {
    BookPlayer player(book_after_f5(100, 50, 0), variety(100, 100), 1);
    std::map<Square, int> times;
    for (int game = 0; game < 3000; ++game) ++times[player.choose(after_f5, 2, {})->line.move];
    CHECK(times[Square::d6] > times[Square::f6] + 500);
    CHECK(times[Square::f6] > times[Square::f4] + 500);
    CHECK(times[Square::f4] > 0);
}

TEST_CASE("the book is left where it sees less far than required") {
    BookPlayer player(book_after_f5(0, 0, 0, 10), {}, 1);
    CHECK(player.choose(after_f5, 10, {}));
    CHECK_FALSE(player.choose(after_f5, 11, {}));
    CHECK(player.choose(start, 11, {}));
    CHECK_FALSE(player.choose(start, 12, {}));
    const Board unknown = start.after(Square::f5).after(Square::f6).after(Square::e6);
    CHECK_FALSE(player.choose(unknown, 1, {}));
    CHECK(player.lines(unknown).empty());
}

TEST_CASE("a move that was not followed is known but not played") {
    const Book book = book_after_f5(0, 0, 0, 10);
    BookPlayer player(book, {}, 1);
    CHECK(player.candidates(after_f5, 1, {}).size() == 3);
    CHECK(player.candidates(start, 1, {}).size() == 4);
    int leaves = 0;
    for (const auto& [board, position] : book.positions()) {
        if (position.moves.front().within) continue;
        ++leaves;
        CHECK(player.lines(board).size() == 1);
        CHECK(player.candidates(board, 1, {}).empty());
        CHECK_FALSE(player.choose(board, 1, {}));
    }
    CHECK(leaves == 3);
}

TEST_CASE("a position of which only what was played is known is left to the search") {
    const Book whole = book_after_f5(50, 20, 10);
    Book book;
    for (const auto& [board, position] : whole.positions()) {
        // Removes d6 and f4.
        const bool gone = board == canonical(after_f5.after(Square::d6))
                          || board == canonical(after_f5.after(Square::f4));
        if (gone) continue;
        const bool is_after_f5 = board == canonical(after_f5);
        BookPosition one_sided = position;
        std::erase_if(one_sided.moves, [&](const BookMove& move) {
            return is_after_f5 && move.score != Score::from_hundredths(20);
        });
        book.put(board, one_sided);
    }
    book.update();
    CHECK(book.is_one_sided(canonical(after_f5), *book.find(after_f5)));
    CHECK_FALSE(BookPlayer(book, {}, 1).choose(after_f5, 1, {}));
    CHECK(BookPlayer(whole, {}, 1).choose(after_f5, 1, {}));
}

TEST_CASE("every line that a book expects is legal, and is seen through to the search behind it") {
    const Book book = testing::grown_book(300);
    BookPlayer player(book, {}, 1);
    std::size_t longest = 0;
    for (const auto& [board, position] : book.positions()) {
        for (const BookLine& known : player.lines(board)) {
            const Line& line = known.line;
            CHECK(line.kind == ScoreKind::book);
            CHECK(line.move == line.principal_variation.front());
            Board reached = board;
            for (const Square move : line.principal_variation) {
                REQUIRE(reached.is_legal(move));
                reached = reached.after(move);
            }
            longest = std::max(longest, line.principal_variation.size());
            CHECK(line.depth >= static_cast<Depth>(line.principal_variation.size()));
        }
        // Of moves with the same score the one that is least in doubt counts.
        const auto hundredths = [](const BookLine& known) {
            return known.line.value.score().hundredths()
                   - known.doubt.hundredths() * BookPlayer::doubt_percent / 100;
        };
        const std::vector<BookLine> lines = player.lines(board);
        const auto best =
            std::max_element(lines.begin(), lines.end(), [&](const BookLine& a, const BookLine& b) {
                return hundredths(a) < hundredths(b);
            });
        const bool followed = best->line.principal_variation.size() > 1;
        CHECK(player.choose(board, 1, {}).has_value() == (followed || is_solved(board, position)));
    }
    CHECK(longest > 4);
}
