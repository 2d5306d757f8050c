#include "protocol/reports/result_json.h"

#include "book/opening_names.h"
#include "engine/notation/move_list.h"
#include "engine/notation/position.h"
#include "protocol/reports/analysis_text.h"
#include "protocol/reports/message.h"
#include "protocol/reports/result_text.h"

#include <cmath>

#include <nlohmann/json.hpp>

namespace emilia {

using nlohmann::ordered_json;

namespace {

std::string letter(Color color) {
    return color == Color::black ? "X" : "O";
}

int mobility(const Position& position, Color color) {
    const Board& board = position.board;
    return count(position.to_move == color ? board.legal_moves() : board.passed().legal_moves());
}

ordered_json move_json(const Judgement& move) {
    ordered_json hints = ordered_json::array();
    for (const Line& hint : move.lines)
        hints.push_back(
            {{"move", to_string(hint.move)}, {"score", discs_json(hint.value.in_discs())}});
    return {{"number", move.number},
            {"player", letter(move.before.to_move)},
            {"move", to_string(move.move)},
            {"score", discs_json(move.played.value.in_discs())},
            {"best", to_string(move.best().move)},
            {"loss", discs_json(move.loss)},
            {"certainty", certainty_word(move.best())},
            {"depth", move.best().depth},
            {"equivalent", move.equivalent},
            {"turning_point", is_turning_point(move)},
            {"pv", to_json(move.best().principal_variation)},
            {"hints", hints}};
}

ordered_json summary_json(const MoveSummary& summary) {
    return {{"moves", summary.moves},
            {"loss", discs_json(summary.loss)},
            {"mean_loss", summary.mean_loss()},
            {"equivalent", summary.equivalent_fraction()}};
}

ordered_json player_json(const PlayerTotals& totals) {
    ordered_json player = summary_json(totals.all);
    for (std::size_t i = 0; i < game_parts.size(); ++i)
        player[std::string(game_parts[i].name)] = summary_json(totals.parts[i]);
    return player;
}

MoveSummary recorded_summary(const ordered_json& summary) {
    const int moves = summary.at("moves").get<int>();
    return {.moves = moves,
            .equivalent =
                static_cast<int>(std::lround(summary.at("equivalent").get<double>() * moves)),
            .loss = Score::nearest(summary.at("loss").get<double>())};
}

PlayerTotals recorded_totals(const std::string& name, const ordered_json& player) {
    PlayerTotals totals{name, recorded_summary(player), {}};
    for (std::size_t i = 0; i < game_parts.size(); ++i)
        totals.parts[i] = recorded_summary(player.at(std::string(game_parts[i].name)));
    return totals;
}

} // namespace

std::vector<Position> positions_of(const Game& game, std::size_t moves) {
    std::vector<Position> positions;
    Position position = game.start();
    const auto add = [&] {
        if (position.board.must_pass()) position = position.after(Square::pass);
        positions.push_back(position);
    };
    add();
    for (const PlayedMove& played : game.moves()) {
        if (played.move == Square::pass) continue;
        position = position.after(played.move);
        add();
    }
    positions.erase(positions.begin(), positions.end() - static_cast<std::ptrdiff_t>(moves) - 1);
    return positions;
}

ordered_json to_json(const Position& position) {
    const auto both = [](auto&& number_of) {
        return ordered_json{number_of(Color::black), number_of(Color::white)};
    };
    return {{"board", to_string(position).substr(0, square_count)},
            {"player", letter(position.to_move)},
            {"discs", both([&](Color color) { return count(position.discs(color)); })},
            {"mobility", both([&](Color color) { return mobility(position, color); })}};
}

ordered_json to_json(const RecordedSettings& settings) {
    ordered_json json = {{"version", program_version()}};
    if (settings.seconds) json["time"] = *settings.seconds;
    if (settings.depth) json["depth"] = *settings.depth;
    if (settings.nodes) json["nodes"] = *settings.nodes;
    if (settings.level) json["level"] = *settings.level;
    if (settings.exact_at) json["exact_at"] = *settings.exact_at;
    json["hints"] = settings.lines;
    json["book"] = settings.book;
    json["weights"] = settings.weights;
    return json;
}

ordered_json to_json(const AnalyzedGame& game) {
    const Game& record = game.record;
    ordered_json positions = ordered_json::array();
    for (const Position& position : positions_of(record, game.judgements.size()))
        positions.push_back(to_json(position));
    ordered_json moves = ordered_json::array();
    for (const Judgement& move : game.judgements) moves.push_back(move_json(move));
    const GameTotals totals = game.totals();
    ordered_json json = {
        {"format", json_format},
        {"title", title_of(record)},
        {"event", record.event},
        {"date", record.date},
        {"result", result_of(record)},
        {"opening", opening_name(record)},
        {"start", to_string(record.start())},
        {"record", to_string(moves_of(record))},
        {"names", {{"X", record.black_name}, {"O", record.white_name}}},
        {"finished", record.position().board.is_over()},
        {"note", note_on(game)},
        {"positions", positions},
        {"moves", moves},
        {"players", {{"X", player_json(totals.black)}, {"O", player_json(totals.white)}}}};
    if (game.settings) json["settings"] = to_json(*game.settings);
    return json;
}

std::string json_line(const AnalyzedGame& game) {
    return line_of(to_json(game));
}

RecordedGame recorded_game(const ordered_json& game) {
    const auto text = [](const ordered_json& json, const char* name) {
        return json.at(name).get<std::string>();
    };
    const ordered_json& names = game.at("names");
    const ordered_json& players = game.at("players");
    return {.key = {text(names, "X"), text(names, "O"), text(game, "event"), text(game, "date"),
                    text(game, "start"), text(game, "record")},
            .totals = {recorded_totals(text(names, "X"), players.at("X")),
                       recorded_totals(text(names, "O"), players.at("O"))},
            .settings = game.contains("settings") ? line_of(game.at("settings")) : ""};
}

std::string line_of(const ordered_json& json) {
    return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

ordered_json to_json(const std::vector<Square>& moves) {
    ordered_json list = ordered_json::array();
    for (const Square move : moves) list.push_back(to_string(move));
    return list;
}

ordered_json to_json(const std::vector<ScoredMove>& moves) {
    ordered_json list = ordered_json::array();
    for (const ScoredMove& move : moves)
        list.push_back({{"move", to_string(move.move)}, {"score", move.discs}});
    return list;
}

ordered_json to_json(const Puzzle& puzzle) {
    return {{"position", to_string(puzzle.problem.position)},
            {"hardness", puzzle.hardness},
            {"moves", to_json(puzzle.problem.moves)},
            {"ply", puzzle.ply + 1}};
}

ordered_json discs_json(Score score) {
    if (score.hundredths() % 100 == 0) return score.whole_discs();
    return score.discs();
}

ordered_json value_json(const LineValue& value) {
    if (const auto outcome = value.outcome()) return sign(*outcome);
    return discs_json(value.score());
}

ordered_json to_json(const Position& position, const SearchResult& result) {
    ordered_json moves = ordered_json::array();
    for (const Line& line : result.lines) moves.push_back(to_json(line));
    const std::string board = to_string(position);
    ordered_json object = {{"format", json_format},
                           {"board", board.substr(0, square_count)},
                           {"player", board.substr(board.size() - 1)},
                           {"empties", position.board.empties()},
                           {"moves", moves},
                           {"nodes", result.nodes},
                           {"seconds", result.seconds}};
    if (const std::string note = note_on(position); !note.empty()) object["note"] = note;
    return object;
}

ordered_json to_json(const Line& line) {
    return {{"move", to_string(line.move)},
            {"score", value_json(line.value)},
            {"depth", line.depth},
            {"certainty", certainty_word(line)},
            {"pv", to_json(line.principal_variation)}};
}

} // namespace emilia
