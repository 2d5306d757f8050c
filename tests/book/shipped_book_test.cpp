#include "book/book_check.h"
#include "book/shipped_book.h"
#include "engine/base/read_file.h"
#include "engine/notation/move_list.h"
#include "tests/catch.h"
#include "tests/locations.h"
#include "tests/protocol/commands/program.h"

using namespace emilia;

TEST_CASE("the shipped book is large enough, in order, and has a way out of every position") {
    const Book book = shipped_book();
    CHECK(book.size() >= 20'000);
    CHECK(book.moves(Board::start()).size() == 4);
    const BookFaults faults = check_book(book);
    CHECK_FALSE(faults.grave());
    CHECK(faults.one_sided == 0);
}

TEST_CASE("every position on the 200 most-played lines of twelve moves is in the shipped book") {
    // Counted over WTHOR's 137,548 games.
    const std::string text = read_file(testing::data_path("wthor/most-played-lines.txt")).value();
    const Book book = shipped_book();
    int lines = 0;
    for (const std::string& line : testing::split_lines(text)) {
        if (line.starts_with('#')) continue;
        ++lines;
        const auto game = parse_moves(line);
        REQUIRE(game);
        REQUIRE(game->moves().size() == 12);
        Board board = Board::start();
        CHECK(book.find(board) != nullptr);
        for (const PlayedMove& played : game->moves()) {
            board = board.after(played.move);
            CHECK(book.find(board) != nullptr);
        }
    }
    CHECK(lines == 200);
}
