#include "book/opening_names.h"
#include "engine/notation/move_list.h"
#include "protocol/reports/games_report.h"
#include "protocol/reports/result_json.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

namespace emilia {
namespace {

using nlohmann::ordered_json;

/// With two decimals; null if there is no value.
ordered_json rounded(const std::optional<double>& value) {
    if (!value) return nullptr;
    constexpr double hundredths = 100;
    return std::round(*value * hundredths) / hundredths;
}

/// The keys of `begin`, then those of the tally.
ordered_json with_tally(ordered_json begin, const Tally& tally) {
    begin.update(to_json(tally));
    return begin;
}

ordered_json position_json(const Game& way) {
    const std::string text = to_string(way.position());
    ordered_json object = {{"board", text.substr(0, square_count)},
                           {"player", text.substr(text.size() - 1)}};
    if (const auto name = opening_name(way); !name.empty()) object["opening"] = name;
    return object;
}

ordered_json moves_json(const GameBase& base, const std::vector<PlayedNext>& moves) {
    ordered_json rows = ordered_json::array();
    for (const PlayedNext& next : moves) {
        ordered_json move = {{"move", nullptr}};
        if (next.move != Square::none) move["move"] = to_string(next.move);
        rows.push_back(with_tally(std::move(move), next.tally));
        if (next.times > 0)
            rows.back()["most_by"] = {{"name", base.text(next.player)}, {"games", next.times}};
    }
    return rows;
}

ordered_json side_json(const std::optional<Color>& side) {
    if (!side) return nullptr;
    return *side == Color::black ? "X" : "O";
}

ordered_json groups_json(const GamesReport& report) {
    ordered_json rows = ordered_json::array();
    for (const GroupReport& group : *report.groups) {
        const std::size_t shown = std::min(group.groups.size(), report.most_rows);
        for (std::size_t i = 0; i < shown; ++i) {
            const auto& [name, tally] = group.groups[i];
            rows.push_back(
                with_tally({{group.what, name}, {"side", side_json(group.side)}}, tally));
        }
    }
    return rows;
}

ordered_json exits_json(const GamesReport& report) {
    ordered_json rows = ordered_json::array();
    for (const ExitReport& exits : *report.exits) {
        const std::size_t shown = std::min(exits.exits.size(), report.most_rows);
        for (std::size_t i = 0; i < shown; ++i) {
            const BookExit& exit = exits.exits[i];
            ordered_json row = {{"side", side_json(exits.side)},
                                {"moves", to_json(exit.line)},
                                {"player", side_json(exit.mover)},
                                {"move", to_string(exit.move)},
                                {"book", nullptr}};
            if (exit.best) {
                row["book"] = {{"move", to_string(exit.best->square)},
                               {"value", discs_json(exit.best->score)}};
            }
            rows.push_back(with_tally(std::move(row), exit.tally));
        }
    }
    return rows;
}

ordered_json list_json(const IndexedGames& games, const std::vector<GamesReport::Listed>& list) {
    const GameBase& base = games.base;
    ordered_json rows = ordered_json::array();
    for (const auto& [number, game, opening] : list) {
        const auto moves = base.moves(game);
        ordered_json row = {{"number", number},
                            {"date", base.text(game.date)},
                            {"event", base.text(game.event)},
                            {"black", base.text(game.black)},
                            {"white", base.text(game.white)},
                            {"score", score_text(game)},
                            {"opening", opening},
                            {"moves", to_string(std::vector(moves.begin(), moves.end()))},
                            {"file", game.file < games.sources.size()
                                         ? ordered_json(games.sources[game.file].path)
                                         : ordered_json(nullptr)},
                            {"game", game.number}};
        if (base.start(game) != Position{}) row["start"] = to_string(base.start(game));
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace

ordered_json to_json(const Tally& tally) {
    ordered_json object = {{"games", tally.games},
                           {"won", tally.wins},
                           {"drawn", tally.draws},
                           {"lost", tally.losses},
                           {"points", rounded(tally.points())},
                           {"discs", rounded(tally.mean_lead())}};
    if (tally.first_year != 0) object["years"] = {tally.first_year, tally.last_year};
    return object;
}

ordered_json games_json(const IndexedGames& games, const GamesReport& report) {
    ordered_json object = {{"format", json_format},
                           {"all", report.all},
                           {"games", report.chosen},
                           {"black", to_json(report.as_black)}};
    if (report.has_player) object["white"] = to_json(report.as_white);
    if (report.position) {
        object["position"] = position_json(*report.position);
        object["moves"] = moves_json(games.base, report.moves);
    }
    if (report.groups) object["groups"] = groups_json(report);
    if (report.exits) object["exits"] = exits_json(report);
    if (report.list) object["list"] = list_json(games, *report.list);
    return object;
}

} // namespace emilia
