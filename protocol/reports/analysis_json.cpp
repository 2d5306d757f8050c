#include "protocol/reports/analysis_json.h"

#include "book/openings.h"
#include "engine/notation/move_list.h"
#include "engine/notation/position.h"
#include "protocol/reports/analysis_text.h"
#include "protocol/reports/result_json.h"
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

ordered_json move_json(const AnalyzedMove& move) {
    ordered_json hints = ordered_json::array();
    for (const Line& hint : move.hints)
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

ordered_json player_json(const GameAnalysis& analysis, Color color) {
    ordered_json player = summary_json(analysis.summary(color));
    for (const GamePart& part : game_parts)
        player[std::string(part.name)] =
            summary_json(analysis.summary(color, part.first, part.last));
    return player;
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

ordered_json to_json(const Game& game, const GameAnalysis& analysis) {
    ordered_json positions = ordered_json::array();
    for (const Position& position : positions_of(game, analysis.moves.size()))
        positions.push_back(to_json(position));
    ordered_json moves = ordered_json::array();
    for (const AnalyzedMove& move : analysis.moves) moves.push_back(move_json(move));
    return {
        {"format", json_format},
        {"title", title_of(game)},
        {"event", game.event},
        {"date", game.date},
        {"result", result_of(game)},
        {"opening", opening_name(game)},
        {"start", to_string(game.start())},
        {"record", to_string(moves_of(game))},
        {"names", {{"X", game.black_name}, {"O", game.white_name}}},
        {"finished", game.position().board.is_over()},
        {"note", note_on(game, analysis)},
        {"positions", positions},
        {"moves", moves},
        {"players",
         {{"X", player_json(analysis, Color::black)}, {"O", player_json(analysis, Color::white)}}}};
}

std::string line_of(const ordered_json& analysis) {
    return analysis.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

MoveSummary summary_of(const ordered_json& player) {
    const int moves = player.at("moves").get<int>();
    return {.moves = moves,
            .equivalent =
                static_cast<int>(std::lround(player.at("equivalent").get<double>() * moves)),
            .loss = Score::nearest(player.at("loss").get<double>())};
}

} // namespace emilia
