#include "protocol/reports/games_report.h"

#include <algorithm>

namespace emilia {

GamesReport games_report(const GameBase& base, const std::vector<ChosenGame>& chosen,
                         bool has_player, const std::optional<Game>& way) {
    GamesReport report;
    report.all = base.size();
    report.chosen = chosen.size();
    report.has_player = has_player;
    report.as_black = tally_of(base, chosen, Color::black);
    if (has_player) report.as_white = tally_of(base, chosen, Color::white);
    if (!way) return report;
    report.position = way;
    report.moves = played_next(base, way->position().board, chosen);
    return report;
}

std::vector<GamesReport::Listed> listed_games(const GameBase& base, const GameOpenings& openings,
                                              const std::vector<ChosenGame>& chosen,
                                              std::size_t first, std::size_t count) {
    std::vector<GamesReport::Listed> list;
    const std::size_t before = std::min(first - 1, chosen.size());
    const std::size_t end = before + std::min(count, chosen.size() - before);
    for (std::size_t i = before; i < end; ++i)
        list.push_back({i + 1, base[chosen[i].game], openings.name(chosen[i].game)});
    return list;
}

} // namespace emilia
