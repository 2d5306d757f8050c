#include "book/book_text.h"
#include "book/edax_book.h"
#include "engine/base/files.h"
#include "tests/book/grown_book.h"
#include "tests/catch.h"
#include "tests/locations.h"

using namespace emilia;

namespace {

const std::string start_line =
    "---------------------------OX------XO--------------------------- X +0.50 20@63% 8-7-6 ";

} // namespace

TEST_CASE("a book in text reads back as the same") {
    Book book = testing::grown_book(150);
    book.raise_counts(canonical(Board::start()), {3, 2, 1});
    book.put_game(0xfedc'ba98'7654'3210);
    const std::string text = to_text(book);
    CHECK(begins_book_text(text));
    CHECK(parse_book_text(text) == book);
    CHECK(to_text(*parse_book_text(text)) == text);
    const auto edax = parse_edax_book(*read_file(testing::data_path("edax/small-book.dat")));
    CHECK(parse_book_text(to_text(*edax)) == *edax);
    CHECK(parse_book_text(to_text(Book())) == Book());
    CHECK(text.starts_with("# Emilia book, 150 positions\n"));
    CHECK(to_text(parse_book_text(start_line + "f5+0.5").value())
              .starts_with("# Emilia book, 1 position\n"));
}

TEST_CASE("a position in text may be a symmetric one, with blanks, comments and empty lines") {
    const auto book = parse_book_text("# Emilia book\r\n\n  " + start_line + " f5+0.5\t\n# end");
    REQUIRE(book);
    const BookPosition* const start = book->find(Board::start());
    REQUIRE(start != nullptr);
    CHECK(start->games == GameCounts{8, 7, 6});
    CHECK(start->depth == 20);
    CHECK(start->value == Score::from_hundredths(50));
    CHECK(book->moves(Board::start()).size() == 4);
    const std::string mirrored = "---------------------------XO------OX--------------------------- "
                                 "X +0.50 20@63% 8-7-6 c5+0.5";
    CHECK(parse_book_text(mirrored).value() == *book);
    const auto twice = parse_book_text(start_line + "f5+0.5\n" + mirrored);
    REQUIRE_FALSE(twice);
    CHECK(twice.error().message == "line 2: the position occurs twice");
}

TEST_CASE("the error for a wrong text names its line") {
    struct Case {
        std::string line;
        const char* message;
    };
    const std::string board = "---------------------------OX------XO--------------------------- X ";
    const std::vector<Case> cases = {
        {start_line, "the position has no moves"},
        {"---------------------------OX------X---------------------------- X +0 2@63% 0-0-0 d3+0",
         "the position has fewer than four discs"},
        {start_line + "a1+0.50", "'a1+0.50' is not a legal move in this position"},
        {start_line + "f5", "'' is not a score"},
        {start_line + "f5+1 f5+1", "f5 occurs twice"},
        {start_line + "f5+65", "'+65' is not a score"},
        {start_line + "f5+x", "'+x' is not a score"},
        {board + "x 20@63% 0-0-0 f5+0", "'x' is not a score"},
        {board + "+0 20 0-0-0 f5+0", "'20' is not a depth with a confidence, as in '20@63%'"},
        {board + "+0 61@63% 0-0-0 f5+0",
         "'61@63%' is not a depth with a confidence, as in '20@63%'"},
        {board + "+0 20@64% 0-0-0 f5+0",
         "'20@64%' is not a depth with a confidence, as in '20@63%'"},
        {board + "+0 20@63% 0-0 f5+0", "'0-0' is not wins, draws and losses, as in '8-8-0'"},
        {board + "+0 20@63% 0-0--1 f5+0", "'0-0--1' is not wins, draws and losses, as in '8-8-0'"},
        {board + "+0 20@63% 0-0-4294967296 f5+0",
         "'0-0-4294967296' is not wins, draws and losses, as in '8-8-0'"},
        {"game xyz", "'xyz' is not the number of a game"},
        {"game 123456789abcdef01", "'123456789abcdef01' is not the number of a game"},
    };
    for (const Case& wrong : cases) {
        CAPTURE(wrong.line);
        const auto book = parse_book_text("# Emilia book\n" + wrong.line);
        REQUIRE_FALSE(book);
        CHECK(book.error().message == std::string("line 2: ") + wrong.message);
    }
    CHECK_FALSE(parse_book_text("---- X 0 1@63% 0-0-0 f5+0"));
    CHECK_FALSE(begins_book_text("EMILIABK"));
}
