#include "book/book_file.h"
#include "engine/notation/move_list.h"
#include "engine/notation/position.h"
#include "protocol/reports/html_page.h"
#include "protocol/reports/result_json.h"
#include "tests/book/grown_book.h"
#include "tests/catch.h"
#include "tests/protocol/commands/program.h"

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

using namespace emilia;
using namespace emilia::testing;
using nlohmann::ordered_json;

namespace {

struct PageText {
    std::string before;
    std::string data;
    std::string after;
};

/// The page without its data, and the data.
[[nodiscard]] PageText parts_of(const std::string& page) {
    const std::string mark = R"(<script type="application/json" id="data">)";
    const std::size_t begin = page.find(mark);
    REQUIRE(begin != std::string::npos);
    const std::size_t data = begin + mark.size();
    const std::size_t end = page.find("</script>", data);
    REQUIRE(end != std::string::npos);
    return {page.substr(0, data), page.substr(data, end - data), page.substr(end)};
}

void check_refers_to_no_file(const PageText& parts) {
    const std::string around = parts.before + parts.after;
    for (const std::string_view part :
         {"http:", "https:", "\"//", "'//", "(//", "=//", "src=", "href", "@import", "url(",
          "fetch(", "XMLHttpRequest", "import(", "WebSocket", "innerHTML", "eval("}) {
        CAPTURE(part);
        CHECK_FALSE(contains(around, part));
    }
    // The content security policy forbids it, too.
    CHECK(contains(around, R"(content="default-src 'none'; style-src 'unsafe-inline'; )"
                           R"(script-src 'unsafe-inline'">)"));
}

/// The first `moves` moves of a game, judged with long lines, and `name` wherever a text may stand.
AnalyzedGame analyzed_game(const std::string& name, std::size_t moves) {
    constexpr const char* record =
        "f5d6c5f4e3d3e6g5c6f3d2c4c3e7f7c7f6d7c8b5g6g4e2f2b6f8h4h3h6g3h5b4h2b3f1c1a5e1d1g1";
    AnalyzedGame analyzed{.record = parse_moves(std::string(record).substr(0, 2 * moves)).value()};
    Game& game = analyzed.record;
    game.black_name = game.white_name = game.event = game.date = name;
    Position before;
    for (const PlayedMove& played : game.moves()) {
        Line line;
        line.move = played.move;
        line.depth = 18;
        line.principal_variation = std::vector<Square>(30, played.move);
        analyzed.judgements.push_back({.number = 61 - before.board.empties(),
                                       .before = before,
                                       .move = played.move,
                                       .lines = std::vector<Line>(12, line),
                                       .played = line,
                                       .loss = {}});
        before = before.after(played.move);
    }
    return analyzed;
}

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

TEST_CASE("reports differ only in their data, from which the game can be read back") {
    const PageText plain = parts_of(report_page(analyzed_game("Cerf Jonathan", 0)));
    const std::string name =
        GENERATE(as<std::string>(), "", "Cerf Jonathan – Mimura Takuya",
                 "</script><script>alert(1)</script>", "<!--<script>", "-->",
                 "\" ' & &lt; \\ \\u003c", "$style $data $script", "\xe2\x80\xa8\xe2\x80\xa9",
                 "\x01\x1f\x7f\r\n\t", "\xf0\x9f\x98\x80");
    CAPTURE(name);
    const AnalyzedGame game = analyzed_game(name, 3);
    const PageText parts = parts_of(report_page(game));
    CHECK(parts.before == plain.before);
    CHECK(parts.after == plain.after);
    CHECK(ordered_json::parse(parts.data) == to_json(game));
    CHECK_FALSE(contains(parts.data, "<"));
    for (const char letter : parts.data) CHECK((letter >= ' ' && letter <= '~' + 1));
}

TEST_CASE("bytes that are not UTF-8 in a report's names are replaced") {
    const std::string name = GENERATE(as<std::string>(), "M\xfcller", "\xff", "a\xc3", "\xc0\xaf",
                                      "\xed\xa0\x80", "\x80</script>");
    const PageText parts = parts_of(report_page(analyzed_game(name, 1)));
    const auto shown = ordered_json::parse(parts.data).at("title").get<std::string>();
    CHECK(contains(shown, "\xef\xbf\xbd"));
    CHECK_FALSE(contains(parts.data, "<"));
}

TEST_CASE("a report refers to no other file") {
    check_refers_to_no_file(parts_of(report_page(analyzed_game("http://example.org", 1))));
}

TEST_CASE("a report is small") {
    const PageText parts = parts_of(report_page(analyzed_game("", 40)));
    CHECK(parts.before.size() + parts.after.size() < 40'000);
    CHECK(parts.data.size() < 70'000);
}

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
