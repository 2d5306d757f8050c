#pragma once

// A repertoire as a table, as JSON and as problems for a drill.

#include "book/repertoire/departures.h"
#include "engine/games/indexed_games.h"
#include "engine/notation/formats/obf.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace emilia {

struct RepertoireReport {
    Game first; ///< leads to the first position
    Color color = Color::white;
    RepertoireSide side;
    int plies = 0;
    const Repertoire& repertoire; ///< not empty
    OpponentsShare opponent;
    std::size_t most_rows = 0; ///< of each table
};

/// How games left a repertoire.
struct DeparturesReport {
    const IndexedGames& games;
    Departures departures;
};

/// For a terminal: what both sides have to remember, and the lines. A position that several lines
/// reach is followed at the first of them.
[[nodiscard]] std::string repertoire_text(const RepertoireReport& report);
/// The departures with their numbers, and each game's.
[[nodiscard]] std::string departures_text(const RepertoireReport& report,
                                          const DeparturesReport& departures);

/// One object with all positions.
[[nodiscard]] nlohmann::ordered_json repertoire_json(const RepertoireReport& report);
[[nodiscard]] nlohmann::ordered_json departures_json(const RepertoireReport& report,
                                                     const DeparturesReport& departures);

/// The moves to remember as problems, in the order of the repertoire: the repertoire's move first,
/// then the others that the book knows, in whole discs. A move without a score is left out.
[[nodiscard]] std::vector<Problem> repertoire_problems(const RepertoireReport& report,
                                                       const Book& book);

/// The moves to a position of the repertoire, behind those to its first one.
[[nodiscard]] Game line_to(const RepertoireReport& report, const std::vector<Square>& line);

} // namespace emilia
