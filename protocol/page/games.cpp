#include "protocol/page/games.h"

#include "book/openings.h"
#include "engine/base/text.h"
#include "engine/classic/players.h"
#include "engine/notation/formats/game_files.h"
#include "engine/notation/formats/game_line.h"
#include "engine/notation/formats/game_text.h"
#include "engine/notation/formats/ggf.h"
#include "engine/notation/formats/sgf.h"
#include "engine/notation/move_list.h"
#include "engine/notation/position.h"
#include "engine/play/level.h"
#include "protocol/reports/analysis_json.h"
#include "protocol/reports/analysis_text.h"
#include "protocol/reports/result_json.h"
#include "protocol/reports/version.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace emilia {
namespace {

using nlohmann::ordered_json;

/// Far more than any game has; a longer text is a whole file pasted by mistake.
constexpr std::size_t longest_text = 100'000;

template <class Value>
Value or_throw(Parsed<Value> parsed) {
    if (!parsed) throw std::runtime_error(parsed.error().message);
    return std::move(*parsed);
}

Parsed<Game> parse_any(std::string_view text) {
    const GameFileKind kind = game_file_kind(text);
    if (kind == GameFileKind::sgf) return parse_sgf(text);
    if (kind == GameFileKind::ggf) return parse_ggf(text);
    if (begins_with_move(text)) return parse_moves(text);
    if (const auto position = parse_position(text)) return Game(*position);
    if (auto game = parse_game_line(text); game && !game->moves().empty()) return game;
    // The first letter that is no disc tells little about a text that was never meant as a board.
    const auto discs = std::count_if(text.begin(), text.end(), [](char character) {
        return std::string_view("XxOo*.-").find(character) != std::string_view::npos;
    });
    if (discs < square_count / 2)
        return parse_failure("it is neither moves nor a board nor a game");
    return parse_position(text).map([](const Position& position) { return Game(position); });
}

std::string text_or_none(const ordered_json& json, const char* key) {
    return json.value(key, std::string());
}

ordered_json game_json(const Game& game) {
    return {{"start", to_string(game.start())},
            {"moves", to_string(moves_of(game))},
            {"names", {{"X", game.black_name}, {"O", game.white_name}}},
            {"event", game.event},
            {"date", game.date}};
}

} // namespace

ordered_json about() {
    ordered_json players = ordered_json::array();
    for (const classic::PlayerKind& kind : classic::player_kinds()) {
        players.push_back(
            {{"name", kind.name}, {"description", kind.description}, {"source", kind.source}});
    }
    ordered_json levels = ordered_json::array();
    for (int number = least_level; number <= greatest_level; ++number) {
        const Level level = level_of(number);
        levels.push_back({{"level", number},
                          {"depth", level.depth},
                          {"exact_at", level.exact_at},
                          {"errs", level.misjudgement > 0}});
    }
    return {{"version", program_version()}, {"levels", levels}, {"players", players}};
}

Game game_of(const ordered_json& json) {
    const Position start = position_of(json.at("start").get<std::string>());
    Game game = or_throw(parse_moves(text_or_none(json, "moves"), start));
    game.event = text_or_none(json, "event");
    game.date = text_or_none(json, "date");
    if (json.contains("names")) {
        game.black_name = text_or_none(json.at("names"), "X");
        game.white_name = text_or_none(json.at("names"), "O");
    }
    return game;
}

Position position_of(const std::string& text) {
    return or_throw(parse_position(text));
}

ordered_json open_text(std::string_view text) {
    text = trimmed(without_byte_order_mark(text));
    if (text.empty()) throw std::runtime_error("there is no text");
    if (text.size() > longest_text) {
        throw std::runtime_error(
            fmt::format("the text has {} characters; one game or board at a time", text.size()));
    }
    return game_json(or_throw(parse_any(text)));
}

ordered_json positions_of(const Game& game) {
    const std::vector<Position> shown = positions_of(game, 0);
    ordered_json moves = ordered_json::array();
    for (const PlayedMove& played : game.moves()) {
        if (played.move == Square::pass) continue;
        moves.push_back({{"move", to_string(played.move)},
                         {"player", played.color == Color::black ? "X" : "O"}});
    }
    ordered_json positions = ordered_json::array();
    for (const Position& position : positions_of(game, moves.size())) {
        ordered_json legal = ordered_json::array();
        for (const Square square : squares_of(position.board.legal_moves()))
            legal.push_back(to_string(square));
        positions.push_back(to_json(position));
        positions.back()["legal"] = legal;
    }
    return {{"moves", moves},
            {"positions", positions},
            {"over", shown.back().board.is_over()},
            {"result", result_of(game)},
            {"opening", opening_name(game)},
            {"record", to_string(moves_of(game))},
            {"note", note_on(game.start())}};
}

ordered_json write_game(const Game& game, const std::string& format) {
    if (format == "ggf") return {{"text", to_ggf(game)}};
    if (format == "sgf") return {{"text", to_sgf(game)}};
    if (format == "moves") return {{"text", to_string(moves_of(game))}};
    throw std::runtime_error(fmt::format("no format is called '{}'", format));
}

std::string to_text(const ordered_json& json) {
    return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

} // namespace emilia
