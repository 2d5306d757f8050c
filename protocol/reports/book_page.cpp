// CMake defines EMILIA_REPORT_FOLDER, the folder of the embedded parts of the page.

#include "protocol/reports/book_page.h"

#include "book/openings.h"
#include "engine/notation/move_list.h"
#include "engine/notation/position.h"
#include "engine/system/embedded.h"
#include "protocol/reports/html_page.h"

#include <nlohmann/json.hpp>

namespace emilia {

EMILIA_EMBED(emilia_book_html, EMILIA_REPORT_FOLDER "/book.html")
EMILIA_EMBED(emilia_book_css, EMILIA_REPORT_FOLDER "/book.css")
EMILIA_EMBED(emilia_book_js, EMILIA_REPORT_FOLDER "/book.js")

namespace {

using nlohmann::ordered_json;

ordered_json to_json(const TreeMove& move) {
    const Line& line = move.known.line;
    ordered_json array = {index(line.move), line.value.score().hundredths(), line.depth,
                          move.known.games};
    if (move.next) {
        array.push_back(*move.next);
        array.push_back(move.symmetry);
    }
    return array;
}

ordered_json to_json(const TreePosition& position) {
    ordered_json object;
    object["board"] = to_string(Position{position.board, Color::black}).substr(0, square_count);
    const GameCounts& games = position.known->games;
    if (games.total() > 0) object["games"] = {games.wins, games.draws, games.losses};
    if (const auto name = opening_name(position.board); !name.empty()) object["name"] = name;
    if (is_solved(position.board, *position.known)) object["solved"] = true;
    ordered_json& moves = object["moves"] = ordered_json::array();
    for (const TreeMove& move : position.moves) moves.push_back(to_json(move));
    return object;
}

} // namespace

std::string book_page(const Game& game, const BookTree& tree, std::size_t book_size) {
    ordered_json start = ordered_json::array();
    for (const Square move : moves_of(game)) start.push_back(to_string(move));
    ordered_json positions = ordered_json::array();
    for (const TreePosition& position : tree) positions.push_back(to_json(position));
    return html_page({.title = "An opening book of Othello",
                      .style = emilia_book_css(),
                      .body = emilia_book_html(),
                      .script = std::string(emilia_book_js())},
                     {{"format", 1},
                      {"start", std::move(start)},
                      {"player", game.position().to_move == Color::black ? "X" : "O"},
                      {"opening", opening_name(game)},
                      {"book_size", book_size},
                      {"positions", std::move(positions)}});
}

} // namespace emilia
