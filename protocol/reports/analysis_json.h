#pragma once

// Converts an analyzed game to JSON, for scripts and for the report page. The keys are documented
// in protocol/README.md and must not change.

#include "engine/analysis/game_analysis.h"

#include <cstddef>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace emilia {

/// Converts the game's headers, its positions, its moves and the totals of both players.
[[nodiscard]] nlohmann::ordered_json to_json(const Game& game, const GameAnalysis& analysis);

/// The positions before and after each of the last `moves` moves, without passes. Where the next
/// player must pass, the position is the one after the pass.
[[nodiscard]] std::vector<Position> positions_of(const Game& game, std::size_t moves);

/// `{"board": "---…", "player": "X", "discs": [2, 2], "mobility": [4, 4]}`.
[[nodiscard]] nlohmann::ordered_json to_json(const Position& position);

/// Writes the JSON as one line of text. Replaces bytes that are not valid UTF-8.
[[nodiscard]] std::string line_of(const nlohmann::ordered_json& analysis);

/// Reads back the totals of a player, either of the whole game or of one part of it.
[[nodiscard]] MoveSummary summary_of(const nlohmann::ordered_json& player);

} // namespace emilia
