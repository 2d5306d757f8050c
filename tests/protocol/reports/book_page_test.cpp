#include "book/book_file.h"
#include "engine/notation/move_list.h"
#include "engine/notation/position.h"
#include "protocol/reports/book_page.h"
#include "tests/book/grown_book.h"
#include "tests/catch.h"
#include "tests/protocol/reports/page_parts.h"

#include <nlohmann/json.hpp>

using namespace emilia;
using namespace emilia::testing;
using nlohmann::ordered_json;

namespace {

std::string page_after(const Book& book, const char* moves, const TreeLimits& limits = {}) {
    const Game game = parse_moves(moves).value();
    return book_page(game, book_tree(book, game.position().board, limits), book.size());
}

ordered_json data_of(const std::string& page) {
    return ordered_json::parse(parts_of(page).data);
}

Board board_of(const ordered_json& position) {
    return parse_position(position.at("board").get<std::string>() + " X")->board;
}

} // namespace

TEST_CASE("each move of a book's page leads to the board that the move gives, with its value") {
    const Book book = grown_book(300);
    const ordered_json positions = data_of(page_after(book, "")).at("positions");
    REQUIRE(positions.size() == 300);
    CHECK(board_of(positions[0]) == Board::start());
    int followed = 0;
    int turned = 0;
    for (const ordered_json& position : positions) {
        const Board board = board_of(position);
        for (const ordered_json& move : position.at("moves")) {
            const Square square = square_at(move[0].get<int>());
            REQUIRE(board.is_legal(square));
            if (move.size() == 4) continue;
            const ordered_json& next = positions.at(move[4].get<std::size_t>());
            const int symmetry = move[5].get<int>();
            CHECK(transformed(board_of(next), symmetry) == board.after(square));
            CHECK(move[1].get<int>() == -next.at("moves")[0][1].get<int>());
            ++followed;
            if (symmetry != 0) ++turned;
        }
    }
    CHECK(followed > 300);
    CHECK(turned > 3);
}

TEST_CASE("a book's page begins after the given moves and names the opening") {
    const Book book = shipped_book();
    const ordered_json data = data_of(page_after(book, "f5d6c3d3c4", {.positions = 3}));
    CHECK(data.at("start") == ordered_json{"f5", "d6", "c3", "d3", "c4"});
    CHECK(data.at("player") == "O");
    CHECK(data.at("opening") == "Tiger");
    CHECK(data.at("book_size") == book.size());
    const ordered_json& first = data.at("positions")[0];
    const GameCounts& games = book.find(board_of(first))->games;
    CHECK(first.at("games") == ordered_json{games.wins, games.draws, games.losses});
    CHECK(first.at("name") == "Tiger");
    CHECK_FALSE(first.contains("solved"));
}

TEST_CASE("a book's page says that a position is solved") {
    const Board board = parse_moves("f5d6")->position().board;
    Book book;
    BookPosition solved;
    solved.depth = static_cast<Depth>(board.empties());
    solved.confidence = Confidence::certain;
    solved.moves = {{first_square(canonical(board).legal_moves()), Score(), false}};
    book.put(canonical(board), solved);
    book.update();
    CHECK(data_of(page_after(book, "f5d6")).at("positions")[0].at("solved") == true);
}

TEST_CASE("a book's page refers to no other file") {
    check_refers_to_no_file(parts_of(page_after(grown_book(5), "")));
}

TEST_CASE("the page of the shipped book has less than two megabytes") {
    const std::string page = page_after(shipped_book(), "");
    CHECK(page.size() > 1'000'000);
    CHECK(page.size() < 2'000'000);
}
