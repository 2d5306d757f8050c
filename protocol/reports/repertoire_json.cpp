#include "book/opening_names.h"
#include "engine/notation/move_list.h"
#include "protocol/reports/games_report.h"
#include "protocol/reports/repertoire_report.h"
#include "protocol/reports/result_json.h"

#include <array>
#include <string_view>

#include <nlohmann/json.hpp>

namespace emilia {
namespace {

nlohmann::ordered_json score_or_null(const std::optional<Score>& score) {
    return score ? discs_json(*score) : nlohmann::ordered_json(nullptr);
}

nlohmann::ordered_json repertoire_position_json(const RepertoireReport& report,
                                                const RepertoirePosition& position) {
    const Color to_move = position.own ? report.color : opposite(report.color);
    const std::string board = to_string(Position{position.board, to_move});
    nlohmann::ordered_json object = {{"line", to_json(position.line)},
                                     {"board", board.substr(0, square_count)},
                                     {"player", board.substr(board.size() - 1)},
                                     {"own", position.own}};
    const auto name = opening_name(line_to(report, position.line));
    if (!name.empty()) object["opening"] = name;
    object["moves"] = nlohmann::ordered_json::array();
    for (const auto& [move, next] : position.steps) {
        object["moves"].push_back(
            {{"move", to_string(move.square)},
             {"score", score_or_null(move.score)},
             {"next", next ? nlohmann::ordered_json(*next) : nlohmann::ordered_json(nullptr)}});
    }
    return object;
}

nlohmann::ordered_json departure_json(const Departure& departure) {
    constexpr std::array<std::string_view, 3> kinds{"own", "opponent", "end"};
    nlohmann::ordered_json object = {{"by", kinds.at(static_cast<std::size_t>(departure.kind))}};
    if (departure.kind != Departure::Kind::end) {
        object["line"] = to_json(departure.line);
        object["played"] = to_string(departure.played);
        if (departure.instead) object["instead"] = to_string(*departure.instead);
        object["loss"] = score_or_null(departure.loss);
    }
    object.update(to_json(departure.tally));
    return object;
}

} // namespace

nlohmann::ordered_json repertoire_json(const RepertoireReport& report) {
    const Repertoire& repertoire = report.repertoire;
    nlohmann::ordered_json object = {
        {"format", json_format},
        {"moves", to_json(moves_of(report.first))},
        {"color", to_string(report.color)},
        {"loss", discs_json(report.side.loss)},
        {"plies", report.plies},
        {"to_remember", {{"positions", repertoire.to_remember()}, {"lines", repertoire.lines()}}},
        {"opponent", {{"positions", report.opponent.positions}, {"lines", report.opponent.lines}}},
        {"unanswered", repertoire.unanswered()},
        {"positions", nlohmann::ordered_json::array()}};
    for (const RepertoirePosition& position : repertoire.positions())
        object["positions"].push_back(repertoire_position_json(report, position));
    return object;
}

nlohmann::ordered_json departures_json(const RepertoireReport& report,
                                       const DeparturesReport& departures) {
    const GameBase& base = departures.games.base;
    nlohmann::ordered_json object = {{"format", json_format},
                                     {"color", to_string(report.color)},
                                     {"departures", nlohmann::ordered_json::array()},
                                     {"games", nlohmann::ordered_json::array()}};
    for (const Departure& departure : departures.departures.all)
        object["departures"].push_back(departure_json(departure));
    for (const auto& [number, departure] : departures.departures.games) {
        const BaseGame& game = base[number];
        object["games"].push_back({{"black", base.text(game.black)},
                                   {"white", base.text(game.white)},
                                   {"event", base.text(game.event)},
                                   {"date", base.text(game.date)},
                                   {"score", score_text(game)},
                                   {"departure", departure}});
    }
    return object;
}

} // namespace emilia
