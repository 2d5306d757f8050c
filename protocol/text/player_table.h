#pragma once

// What players' moves come to over one game or many: how often they are equivalent to the engine's
// (Rosenbloom 1982, section 5.1) and how many discs they lose, in the parts of the game.

#include "protocol/text/analysis_text.h"

#include <array>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace emilia {

class PlayerTable {
public:
    /// Adds both players' moves in an analysed game (see `analysis_json.h`).
    void add(const nlohmann::ordered_json& analysis);

    /// With a header line; players in the order in which they came.
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
