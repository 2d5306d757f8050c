#include "protocol/requests/values.h"

#include "engine/notation/formats/pasted.h"
#include "engine/notation/move_list.h"
#include "protocol/reports/result_json.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace emilia {

using nlohmann::ordered_json;

namespace {

constexpr const char* all_marks = "!!, !, !?, ?!, ?, ??";

/// A game in a text of any kind; none is the usual start.
Game game_of(std::string_view text, const std::string& path) {
    if (text.empty()) return {};
    if (auto game = parse_moves(text)) return std::move(*game); // the quickest way for most
    return value_of(read_pasted_game(text), path);
}

const std::string& position_text(const ordered_json& json, const std::string& path) {
    if (json.is_string()) return json.get_ref<const std::string&>();
    throw RequestError(
        fmt::format("a position is a text, a board or moves, not {}", Fields::shown(json)), path,
        "a board or moves");
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

Remarks remarks_in(Fields& fields) {
    Remarks remarks{.comment = fields.text("comment").value_or("")};
    if (const auto text = fields.text("mark")) {
        const auto mark = parse_mark(*text);
        if (!mark)
            fields.refuse("mark", fmt::format("mark must be one of {}, not '{}'", all_marks, *text),
                          all_marks);
        remarks.mark = *mark;
    }
    remarks.value = fields.number("value", Bounds<double>{-square_count, square_count});
    return remarks;
}

/// Adds a node of the field `tree` after those before it.
void add_node(GameTree& tree, Fields& fields) {
    const auto parent = static_cast<std::size_t>(
        fields
            .number("parent",
                    Bounds<std::int64_t>{0, static_cast<std::int64_t>(tree.nodes().size()) - 1})
            .value_or(0));
    const std::string text = fields.required_text("move");
    const Square move = value_of(parse_square(text), fields.path_of("move"));
    const Position& before = tree.nodes()[parent].position;
    const Color mover = before.board.must_pass() ? opposite(before.to_move) : before.to_move;
    if (move == Square::pass) fields.refuse("move", "a tree leaves out passes", "a square");
    static_cast<void>(
        value_of(tree.add(parent, {.move = move, .color = mover}), fields.path_of("move")));
}

/// What programs want to know of a line besides what `to_json` writes for all.
void add_facts(ordered_json& json, const Line& line) {
    json["kind"] = kind_name(line.kind);
    json["confidence"] = percent(line.confidence);
    json["estimate"] = discs_json(line.value.estimate());
}

} // namespace

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
    const std::string& text = position_text(json, path);
    if (text.size() > square_count) { // most likely a board; this is the quickest way
        if (const auto position = parse_position(text)) return *position;
    }
    return game_of(text, path).position();
}

Game way_of(const ordered_json& json, const std::string& path) {
    return game_of(position_text(json, path), path);
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

ordered_json tree_json(const GameTree& tree) {
    ordered_json list = ordered_json::array();
    for (const auto& [parent, move, position, remarks] : tree.nodes()) {
        ordered_json node = ordered_json::object();
        if (!list.empty()) node = {{"parent", parent}, {"move", to_string(move)}};
        if (!remarks.comment.empty()) node["comment"] = remarks.comment;
        if (remarks.mark != Mark::none) node["mark"] = to_string(remarks.mark);
        if (remarks.value) node["value"] = *remarks.value;
        list.push_back(std::move(node));
    }
    return list;
}

std::optional<GameTree> tree_in(Fields& request, const Position& start) {
    const ordered_json* const list = request.find("tree");
    if (list == nullptr) return std::nullopt;
    if (!list->is_array() || list->empty())
        request.refuse("tree", "tree must be a list of nodes, the start first", "a list of nodes");
    GameTree tree(start);
    for (std::size_t number = 0; number < list->size(); ++number) {
        Fields fields((*list)[number], fmt::format("{}/{}", request.path_of("tree"), number));
        if (number > 0) add_node(tree, fields);
        tree.remarks(number) = remarks_in(fields);
        fields.end();
    }
    return tree;
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
