#include "protocol/requests/values.h"

#include "engine/base/text.h"
#include "engine/notation/formats/game_files.h"
#include "engine/notation/formats/game_line.h"
#include "engine/notation/formats/game_text.h"
#include "engine/notation/formats/ggf.h"
#include "engine/notation/formats/sgf.h"
#include "engine/notation/move_list.h"
#include "protocol/reports/result_json.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace emilia {

using nlohmann::ordered_json;

namespace {

/// Far more than any game has; a longer text is a whole file pasted by mistake.
constexpr std::size_t longest_text = 100'000;

/// Throws with the place of the text in the request.
template <class Value>
Value value_of(Parsed<Value> parsed, const std::string& path) {
    if (!parsed) throw RequestError(parsed.error().message, path);
    return std::move(*parsed);
}

/// A board, or moves from the usual start.
Game game_of(std::string_view text, const std::string& path) {
    if (text.empty() || begins_with_move(text)) return value_of(parse_moves(text), path);
    return Game(value_of(parse_position(text), path));
}

/// Reads what a user has pasted.
Parsed<Game> parse_any(std::string_view text) {
    const GameFileKind kind = game_file_kind(text);
    if (kind == GameFileKind::sgf) return parse_sgf(text);
    if (kind == GameFileKind::ggf) return parse_ggf(text);
    if (begins_with_move(text)) return parse_moves(text);
    if (const auto position = parse_position(text)) return Game(*position);
    if (auto game = parse_game_line(text); game && !game->moves().empty()) return game;
    // The first letter that is no disc says little about a text that was never meant as a board.
    const auto discs = std::count_if(text.begin(), text.end(), [](char character) {
        return std::string_view("XxOo*.-").find(character) != std::string_view::npos;
    });
    if (discs < square_count / 2)
        return parse_failure("it is neither moves nor a board nor a game");
    return parse_position(text).map([](const Position& position) { return Game(position); });
}

std::string_view kind_name(ScoreKind kind) {
    switch (kind) {
    case ScoreKind::book: return "book";
    case ScoreKind::midgame: return "midgame";
    case ScoreKind::probable: return "probable";
    case ScoreKind::wld: return "outcome";
    case ScoreKind::exact: break;
    }
    return "exact";
}

/// What programs want to know of a line besides what `to_json` writes for all.
void add_facts(ordered_json& json, const Line& line) {
    json["kind"] = kind_name(line.kind);
    json["confidence"] = percent(line.confidence);
    json["estimate"] = discs_json(line.value.estimate());
}

} // namespace

std::vector<Game> pasted_games(const Fields& request, std::string_view name,
                               std::string_view text) {
    text = trimmed(without_byte_order_mark(text));
    if (text.empty()) request.refuse(name, "there is no text");
    if (text.size() > longest_text) {
        request.refuse(name, fmt::format("the text has {} characters; one game or board at a time",
                                         text.size()));
    }
    return {value_of(parse_any(text), request.path_of(name))};
}

Game game_in(Fields& request, std::string_view name) {
    const std::string path = request.path_of(name);
    const ordered_json& json = request.require(name);
    if (json.is_string()) return game_of(json.get_ref<const std::string&>(), path);
    if (!json.is_object()) {
        request.refuse(
            name, fmt::format("{} must be a game or a text, not {}", name, Fields::shown(json)),
            "an object or a text");
    }
    Fields fields(json, path);
    const Position start = game_of(fields.text("start").value_or(""), path + "/start").position();
    Game game = value_of(parse_moves(fields.text("moves").value_or(""), start), path + "/moves");
    game.event = fields.text("event").value_or("");
    game.date = fields.text("date").value_or("");
    if (const ordered_json* const given = fields.find("names")) {
        Fields names(*given, path + "/names");
        game.black_name = names.text("X").value_or("");
        game.white_name = names.text("O").value_or("");
        names.end();
    }
    fields.end();
    return game;
}

Position position_of(const ordered_json& json, const std::string& path) {
    if (!json.is_string()) {
        throw RequestError(
            fmt::format("a position is a text, a board or moves, not {}", Fields::shown(json)),
            path, "a board or moves");
    }
    const auto& text = json.get_ref<const std::string&>();
    if (text.size() > square_count) { // most likely a board; this is the quickest way
        if (const auto position = parse_position(text)) return *position;
    }
    return game_of(text, path).position();
}

Position position_in(Fields& request) {
    return position_of(request.require("position"), request.path_of("position"));
}

ordered_json game_json(const Game& game) {
    return {{"start", to_string(game.start())},
            {"moves", to_string(moves_of(game))},
            {"names", {{"X", game.black_name}, {"O", game.white_name}}},
            {"event", game.event},
            {"date", game.date}};
}

ordered_json legal_json(const Board& board) {
    if (board.must_pass()) return to_json(std::vector{Square::pass});
    std::vector<Square> moves;
    for (const Square square : squares_of(board.legal_moves())) moves.push_back(square);
    return to_json(moves);
}

ordered_json line_json(const Line& line) {
    ordered_json json = to_json(line);
    add_facts(json, line);
    return json;
}

ordered_json result_json(const Position& position, const SearchResult& result) {
    ordered_json json = to_json(position, result);
    for (std::size_t i = 0; i < result.lines.size(); ++i)
        add_facts(json["moves"][i], result.lines[i]);
    json["interrupted"] = result.interrupted;
    return json;
}

ordered_json chosen_json(const SearchResult& result) {
    const Line& best = result.lines.front();
    return {{"move", to_string(best.move)},
            {"line", line_json(best)},
            {"nodes", result.nodes},
            {"seconds", result.seconds},
            {"interrupted", result.interrupted}};
}

SearchProgress Pace::functions() {
    if (!tell_) return {};
    const auto show = [this](const SearchResult& sofar) { this->show(sofar); };
    return {.iteration = show, .pulse = show};
}

void Pace::show(const SearchResult& sofar) {
    constexpr double pause = 0.05; // seconds
    if (sofar.lines.empty() || sofar.seconds < last_ + pause) return;
    last_ = sofar.seconds;
    tell_(sofar);
}

} // namespace emilia
