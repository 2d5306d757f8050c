#pragma once

// An analysed game as JSON, for scripts and for the report page. The keys are a promise: see the
// README.

#include "engine/analysis/game_analysis.h"

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace emilia {

/// Everything: what the game's file says, the positions, the moves and what they come to.
[[nodiscard]] nlohmann::ordered_json to_json(const Game& game, const GameAnalysis& analysis);

/// One line of text; what is not UTF-8 in a name is replaced.
[[nodiscard]] std::string line_of(const nlohmann::ordered_json& analysis);

/// What a player's moves came to: that of `players`, or of a part of the game.
[[nodiscard]] MoveSummary summary_of(const nlohmann::ordered_json& player);

} // namespace emilia
