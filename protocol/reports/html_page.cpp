// CMake defines EMILIA_REPORT_FOLDER, the folder of the embedded parts of the pages.

#include "protocol/reports/html_page.h"

#include "book/opening_names.h"
#include "engine/notation/move_list.h"
#include "engine/notation/position.h"
#include "engine/system/embedded.h"
#include "protocol/reports/result_json.h"

#include <stdexcept>

#include <nlohmann/json.hpp>

namespace emilia {

EMILIA_EMBED(emilia_page_html, EMILIA_REPORT_FOLDER "/page.html")
EMILIA_EMBED(emilia_page_css, EMILIA_REPORT_FOLDER "/page.css")
EMILIA_EMBED(emilia_board_js, EMILIA_REPORT_FOLDER "/board.js")
EMILIA_EMBED(emilia_report_viewer, EMILIA_REPORT_FOLDER "/viewer.html")
EMILIA_EMBED(emilia_report_viewer_js, EMILIA_REPORT_FOLDER "/viewer.js")
EMILIA_EMBED(emilia_report_js, EMILIA_REPORT_FOLDER "/report.js")
EMILIA_EMBED(emilia_book_html, EMILIA_REPORT_FOLDER "/book.html")
EMILIA_EMBED(emilia_book_css, EMILIA_REPORT_FOLDER "/book.css")
EMILIA_EMBED(emilia_book_js, EMILIA_REPORT_FOLDER "/book.js")
EMILIA_EMBED(emilia_season_html, EMILIA_REPORT_FOLDER "/season.html")
EMILIA_EMBED(emilia_season_css, EMILIA_REPORT_FOLDER "/season.css")
EMILIA_EMBED(emilia_season_js, EMILIA_REPORT_FOLDER "/season.js")

namespace {

using nlohmann::ordered_json;

/// JSON for a script element, in which HTML interprets only `</script` and `<!--`. In JSON a `<`
/// occurs only within strings, so it can be escaped.
std::string embeddable(const ordered_json& data) {
    std::string text = data.dump(-1, ' ', true, ordered_json::error_handler_t::replace);
    for (auto at = text.find('<'); at != std::string::npos; at = text.find('<', at)) {
        text.replace(at, 1, "\\u003c");
    }
    return text;
}

/// Appends the template up to `mark` to the page, and removes it and the mark from `rest`.
void take_until(std::string_view mark, std::string_view& rest, std::string& page) {
    const std::size_t at = rest.find(mark);
    if (at == std::string_view::npos)
        throw std::logic_error("the template of the pages lacks a mark");
    page += rest.substr(0, at);
    rest.remove_prefix(at + mark.size());
}

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

std::string html_page(const PageParts& parts, const ordered_json& data) {
    std::string page;
    std::string_view rest = emilia_page_html();
    take_until("$title", rest, page);
    page += parts.title;
    take_until("$style", rest, page);
    page += emilia_page_css();
    page += parts.style;
    take_until("$body", rest, page);
    page += parts.body;
    take_until("$data", rest, page);
    page += embeddable(data);
    take_until("$script", rest, page);
    page += emilia_board_js();
    page += parts.script;
    page += rest;
    return page;
}

PageParts report_parts() {
    return {.title = "An analyzed game of Othello",
            .style = "",
            .body = emilia_report_viewer(),
            .script = std::string(emilia_report_viewer_js()) + std::string(emilia_report_js())};
}

std::string report_page(const AnalyzedGame& game) {
    return report_page(to_json(game));
}

std::string report_page(const ordered_json& game) {
    return html_page(report_parts(), game);
}

ordered_json season_game(const ordered_json& game, std::string_view page) {
    ordered_json moves = ordered_json::array();
    for (const ordered_json& move : game.at("moves")) {
        moves.push_back({move.at("number"), move.at("player"), move.at("move"), move.at("best"),
                         move.at("loss")});
    }
    ordered_json result = {{"page", page}};
    for (const char* key : {"event", "date", "result", "opening", "names"})
        result[key] = game.at(key);
    result["moves"] = std::move(moves);
    return result;
}

std::string season_page(const ordered_json& games) {
    return html_page({.title = "A season of Othello",
                      .style = emilia_season_css(),
                      .body = emilia_season_html(),
                      .script = std::string(emilia_season_js())},
                     {{"format", 1}, {"games", games}});
}

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
