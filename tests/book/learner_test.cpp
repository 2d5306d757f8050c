#include "book/book.h"
#include "book/book_file.h"
#include "book/learner.h"
#include "engine/notation/move_list.h"
#include "tests/book/grown_book.h"
#include "tests/catch.h"
#include "tests/random_game.h"

#include <algorithm>

using namespace emilia;
using namespace emilia::testing;

namespace {

const LearnSettings settings{.search = {.depth = 2}, .exact_at = 12};
const std::atomic<bool> go_on = false;

std::vector<Board> some_game(std::uint64_t seed) {
    Random random(seed);
    return random_game(random);
}

/// A game that begins with the same moves as `boards`.
std::vector<Board> another_end(const std::vector<Board>& boards, std::size_t same) {
    std::vector<Board> other(boards.begin(), boards.begin() + static_cast<std::ptrdiff_t>(same));
    Random random(77);
    const std::vector<Board> rest = random_game(random, boards[same]);
    other.insert(other.end(), rest.begin(), rest.end());
    return other;
}

Lesson lesson_of(const Book& known, const std::vector<Board>& boards, QuickSearch& search) {
    return learn_game(known, boards, settings, search.function(), go_on).value();
}

Book learned(Book book, const std::vector<Board>& boards) {
    QuickSearch search;
    const Lesson lesson = lesson_of(book, boards, search);
    take_lessons(book, std::span(&lesson, 1));
    return book;
}

} // namespace

TEST_CASE("a game's positions are learned up to the first that is solved, each with a deviation") {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        const std::vector<Board> boards = some_game(seed);
        const Book book = learned({}, boards);
        const BookFaults faults = check_book(book);
        CHECK_FALSE(faults.grave());
        CHECK(faults.one_sided == 0);
        CHECK(faults.unreached == 0);
        std::size_t size = 0;
        for (const Board& board : boards) {
            const BookPosition* const position = book.find(board);
            if (position == nullptr) break;
            ++size;
            if (!is_solved(canonical(board), *position)) continue;
            Searcher searcher(1, 1);
            SearchLimits exact;
            exact.exact_at = 60;
            CHECK(position->value == searcher.search(board, exact).lines.front().value.score());
        }
        CHECK(book.size() == size);
        CHECK(boards[size - 1].empties() <= settings.exact_at);
        CHECK(is_solved(boards[size - 1], *book.find(boards[size - 1])));
        CHECK(book.find(Board::start())->games.total() == 1);
    }
}

TEST_CASE("a learned position is worth its played move or the best alternative to it") {
    const std::vector<Board> boards = some_game(1);
    const Book book = learned({}, boards);
    int mistakes = 0;
    for (std::size_t i = 0; i + 1 < book.size(); ++i) {
        const Score played = -book.find(boards[i + 1])->value;
        const auto& moves = book.find(boards[i])->moves;
        const auto alternative = std::find_if(moves.begin(), moves.end(),
                                              [](const BookMove& move) { return !move.within; });
        const bool mistake = alternative != moves.end() && alternative->score > played;
        CHECK(book.find(boards[i])->value == (mistake ? alternative->score : played));
        mistakes += mistake ? 1 : 0;
    }
    CHECK(mistakes > 5);
}

TEST_CASE("a game is learned once, in whatever symmetry it comes") {
    const std::vector<Board> boards = some_game(2);
    const Book once = learned({}, boards);
    std::vector<Board> turned;
    for (const Board& board : boards) turned.push_back(transformed(board, 6));
    CHECK(knows_game(once, turned));
    CHECK(learned(once, turned) == once);
    QuickSearch search;
    static_cast<void>(lesson_of(once, boards, search));
    CHECK(search.searches() == 0); // all was known
    CHECK_FALSE(knows_game(once, some_game(3)));
}

TEST_CASE("a second game through known positions is counted once more, the first is not") {
    const std::vector<Board> boards = some_game(2);
    const std::vector<Board> other = another_end(boards, 10);
    const Book once = learned({}, boards);
    const Book twice = learned(once, other);
    for (std::size_t i = 0; i < 10; ++i) {
        CHECK(once.find(boards[i])->games.total() == 1);
        CHECK(twice.find(boards[i])->games.total() == 2);
    }
}

TEST_CASE("a lesson stands by itself, also where the book that it was made with is another") {
    const std::vector<Board> boards = some_game(4);
    QuickSearch search;
    const Lesson lesson = lesson_of(grown_book(200), boards, search);
    Book alone;
    take_lessons(alone, std::span(&lesson, 1));
    const BookFaults faults = check_book(alone);
    CHECK_FALSE(faults.grave());
    CHECK(faults.one_sided == 0);
    CHECK(alone.size() == lesson.positions.size());
}

TEST_CASE("a lesson brings no counts from the book that it was made with") {
    const std::vector<Board> boards = some_game(2);
    QuickSearch search;
    const Lesson lesson = lesson_of(learned({}, boards), another_end(boards, 10), search);
    Book alone;
    take_lessons(alone, std::span(&lesson, 1));
    for (std::size_t i = 0; i < 10; ++i) CHECK(alone.find(boards[i])->games.total() == 1);
}

TEST_CASE("a game that was not finished is learned but not counted") {
    std::vector<Board> boards = some_game(5);
    boards.resize(20);
    const Book book = learned({}, boards);
    CHECK(book.size() == 20);
    CHECK(book.find(Board::start())->games.total() == 0);
    CHECK(knows_game(book, boards));
}

TEST_CASE("games with passes and games that end early are learned") {
    for (const char* moves : {
             "f5f6e6f4g5e7d7d6d8", // wipes white out after nine moves
             "e6f4e3f6g5d6e7f5c5", // wipes white out in another way
         }) {
        const auto game = parse_moves(moves);
        REQUIRE(game);
        std::vector<Square> squares;
        for (const PlayedMove& played : game->moves()) squares.push_back(played.move);
        const std::vector<Board> boards = boards_of(Board::start(), squares);
        const Book book = learned({}, boards);
        CHECK_FALSE(check_book(book).grave());
        CHECK(book.find(Board::start()) != nullptr);
        CHECK(book.games().size() == 1);
        CHECK(book.find(Board::start())->games.total() == (boards.back().is_over() ? 1 : 0));
    }
    // Random games in which somebody passes before the end is solved.
    const LearnSettings to_the_end{.search = {.depth = 1}, .exact_at = 2};
    QuickSearch search;
    Random random(0);
    int passes = 0;
    for (int number = 0; number < 200 && passes < 3; ++number) {
        const std::vector<Board> boards = random_game(random);
        const bool has_pass = std::any_of(boards.begin(), boards.end(), [&](const Board& board) {
            return board.empties() > to_the_end.exact_at && board.must_pass();
        });
        if (!has_pass) continue;
        ++passes;
        const auto lesson = learn_game({}, boards, to_the_end, search.function(), go_on);
        REQUIRE(lesson);
        const BookFaults faults = check_book(lesson->positions);
        CHECK_FALSE(faults.grave());
        CHECK(faults.one_sided == 0);
        CHECK(faults.unreached == 0);
    }
    CHECK(passes == 3);
}

TEST_CASE("a game that breaks off before a pass is learned with the pass as the deviation") {
    Random random(0);
    std::vector<Board> boards;
    const auto has_pass = [](const Board& board) {
        return board.empties() > settings.exact_at && board.must_pass();
    };
    auto last = boards.end();
    for (; last == boards.end(); last = std::find_if(boards.begin(), boards.end(), has_pass))
        boards = random_game(random);
    boards.erase(last + 1, boards.end());
    const Book book = learned({}, boards);
    REQUIRE(book.find(boards.back()) != nullptr);
    REQUIRE(book.find(boards.back())->moves.size() == 1);
    CHECK(book.find(boards.back())->moves.front().square == Square::pass);
    CHECK_FALSE(check_book(book).grave());
}

TEST_CASE("a position all of whose moves lead to known ones is learned from them") {
    // The book knows all three answers to f5, but not the position after f5.
    const Board after_f5 = Board::start().after(Square::f5);
    Book known;
    for (const Square reply : squares_of(after_f5.legal_moves())) {
        const Board behind = canonical(after_f5.after(reply));
        BookPosition position;
        position.depth = 2;
        position.moves = {{first_square(behind.legal_moves()), Score::from_discs(4), false}};
        known.put(behind, position);
    }
    known.update();
    QuickSearch search;
    const Lesson lesson = lesson_of(known, {Board::start(), after_f5}, search);
    take_lessons(known, std::span(&lesson, 1));
    REQUIRE(known.find(after_f5) != nullptr);
    CHECK(known.find(after_f5)->value == Score::from_discs(-4));
    CHECK(lesson_of(known, {Board::start()}, search).positions.size() == 1);
}

TEST_CASE("where a played move is symmetric to the best one known, another one is looked for") {
    // Positions that are their own mirror images, from random games.
    const auto is_symmetric = [](const Board& board) {
        for (int symmetry = 1; symmetry < symmetry_count; ++symmetry)
            if (transformed(board, symmetry) == board) return true;
        return false;
    };
    Random random(9);
    int tried = 0;
    for (int number = 0; number < 2000 && tried < 10; ++number) {
        const std::vector<Board> game = random_game(random);
        for (std::size_t ply = 2; ply < 10; ++ply) {
            const Board& board = game[ply];
            if (!is_symmetric(board) || count(board.legal_moves()) < 3) continue;
            QuickSearch search;
            Book known;
            const Board key = canonical(board);
            known.put(key, *search_outside(search.function(), key, 0, settings.search, go_on));
            known.update();
            if (known.moves(board).size() < 2) continue; // the move is its own mirror image
            ++tried;
            for (const BookMove& move : known.moves(board)) {
                const Lesson lesson = lesson_of(known, {board, board.after(move.square)}, search);
                Book after = known;
                take_lessons(after, std::span(&lesson, 1));
                CHECK(check_book(after).one_sided == 0);
            }
        }
    }
    CHECK(tried == 10);
}

TEST_CASE("a game that begins with fewer than four discs is learned from the fourth on") {
    Random random(3);
    const std::vector<Board> boards =
        random_game(random, {bit(Square::e4), bit(Square::d4) | bit(Square::e5)});
    REQUIRE(boards.size() > 40);
    const Book book = learned({}, boards);
    CHECK(book.find(boards[0]) == nullptr);
    REQUIRE(book.find(boards[1]) != nullptr);
    CHECK(book.find(boards[1])->games.total() == 1);
    CHECK(decode_book(encode_book(book)) == book);
}

TEST_CASE("learning that is stopped teaches nothing") {
    QuickSearch search;
    const std::atomic<bool> stop = true;
    CHECK_FALSE(learn_game({}, some_game(6), settings, search.function(), stop));
}

TEST_CASE("learning tells how far it is, from nothing to all") {
    QuickSearch search;
    std::vector<std::size_t> done;
    std::size_t all = 0;
    const auto lesson = learn_game({}, some_game(7), settings, search.function(), go_on,
                                   [&](std::size_t so_far, std::size_t of) {
                                       done.push_back(so_far);
                                       all = of;
                                   });
    REQUIRE(lesson);
    CHECK(done.size() == all);
    CHECK(done.front() == 0);
    CHECK(std::is_sorted(done.begin(), done.end()));
    CHECK(lesson->positions.size() == all);
}
