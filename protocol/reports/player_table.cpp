#include "protocol/reports/player_table.h"

#include "protocol/reports/analysis_json.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace emilia {
namespace {

MoveSummary sum(const MoveSummary& a, const MoveSummary& b) {
    return {.moves = a.moves + b.moves,
            .equivalent = a.equivalent + b.equivalent,
            .loss = a.loss + b.loss};
}

/// The share of equivalent moves and the discs lost per move; dashes if there are no moves.
std::string summary_text(const MoveSummary& summary) {
    if (summary.moves == 0) return fmt::format("{:>5}  {:>5}", "-", "-");
    return fmt::format("{:5.2f}  {:5.2f}", summary.equivalent_fraction(), summary.mean_loss());
}

} // namespace

PlayerTable::Row& PlayerTable::row_of(const std::string& name) {
    const auto found = std::find_if(rows_.begin(), rows_.end(),
                                    [&name](const Row& row) { return row.name == name; });
    if (found != rows_.end()) return *found;
    rows_.push_back({.name = name, .games = 0, .all = {}, .parts = {}});
    return rows_.back();
}

void PlayerTable::add(const nlohmann::ordered_json& analysis) {
    for (const auto& [letter, otherwise] : {std::pair("X", "Black"), std::pair("O", "White")}) {
        const auto name = analysis.at("names").at(letter).get<std::string>();
        Row& row = row_of(name.empty() ? otherwise : name);
        const auto& player = analysis.at("players").at(letter);
        ++row.games;
        row.all = sum(row.all, summary_of(player));
        for (std::size_t i = 0; i < game_parts.size(); ++i) {
            row.parts[i] =
                sum(row.parts[i], summary_of(player.at(std::string(game_parts[i].name))));
        }
    }
}

std::string PlayerTable::text() const {
    std::string text = fmt::format("{:24}  {:>5}", "player", "games");
    for (const GamePart& part : game_parts) text += fmt::format("   moves {:>6}", part.name);
    text += "      all moves\n";
    text += fmt::format("{:24}  {:>5}", "", "");
    for (std::size_t i = 0; i <= game_parts.size(); ++i) text += "   equal   lost";
    text += '\n';
    for (const Row& row : rows_) {
        text += fmt::format("{:24}  {:5}", row.name, row.games);
        for (const MoveSummary& part : row.parts) text += "   " + summary_text(part);
        text += fmt::format("   {}\n", summary_text(row.all));
    }
    return text
           + "equal: share of moves that are best, the mirror image of the best or, where\n"
             "solved, equally good; lost: discs per move\n";
}

} // namespace emilia
