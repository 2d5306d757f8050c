#pragma once

// Sums up the moves of each player over one or more games, for each part of the game: how often
// they are equivalent to the engine's move (Rosenbloom 1982, section 5.1) and how many discs they
// lose.

#include "protocol/reports/analysis_text.h"

#include <array>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace emilia {

class PlayerTable {
public:
    /// Adds the moves of both players of an analyzed game (see `analysis_json.h`).
    void add(const nlohmann::ordered_json& analysis);

    /// The table with its header, players in the order in which they were added.
    [[nodiscard]] std::string text() const;

private:
    struct Row {
        std::string name;
        int games = 0;
        MoveSummary all;
        std::array<MoveSummary, game_parts.size()> parts;
    };
    Row& row_of(const std::string& name);

    std::vector<Row> rows_;
};

} // namespace emilia
