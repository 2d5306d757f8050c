#pragma once

// Search results and analyzed games as JSON, for scripts and for the pages. The keys are documented
// in protocol/reports/README.md and must not change.

#include "engine/analysis/game_analysis.h"
#include "engine/analysis/puzzles.h"

#include <cstddef>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace emilia {

/// The version of the format, which every printed object contains.
inline constexpr int json_format = 1;

/// `{"move": "f5", "score": 0.25, "depth": 18, "certainty": "exact", "pv": ["f5", …]}`; the
/// certainty is that of `certainty_word`.
[[nodiscard]] nlohmann::ordered_json to_json(const Line& line);

/// What `emilia analyze --json` prints: the position with its scored moves, nodes and seconds.
[[nodiscard]] nlohmann::ordered_json to_json(const Position& position, const SearchResult& result);

/// `["f5", "d6", "pa"]`.
[[nodiscard]] nlohmann::ordered_json to_json(const std::vector<Square>& moves);

/// `[{"move": "g8", "score": 18}, …]`.
[[nodiscard]] nlohmann::ordered_json to_json(const std::vector<ScoredMove>& moves);

/// `{"position": "BOARD X", "hardness": 5, "moves": […], "ply": 47}`; the ply counts from 1.
[[nodiscard]] nlohmann::ordered_json to_json(const Puzzle& puzzle);

/// A score in discs, written as an integer if it is a whole number.
[[nodiscard]] nlohmann::ordered_json discs_json(Score score);

/// A score in discs, or for an outcome 1, 0 or −1.
[[nodiscard]] nlohmann::ordered_json value_json(const LineValue& value);

/// The game's headers, its positions, its moves, the totals of both players and, if they are known,
/// the settings of the analysis.
[[nodiscard]] nlohmann::ordered_json to_json(const AnalyzedGame& game);

/// The same as one line of text, as files and scripts get it.
[[nodiscard]] std::string json_line(const AnalyzedGame& game);

/// What a record of an analyzed game says again when it is read.
struct RecordedGame {
    GameKey key;
    GameTotals totals;
    std::string settings; ///< as `line_of` writes them; empty in records of early versions
};

/// Reads what `to_json` has written. Throws nlohmann::json::exception if it is another object.
[[nodiscard]] RecordedGame recorded_game(const nlohmann::ordered_json& game);

[[nodiscard]] nlohmann::ordered_json to_json(const RecordedSettings& settings);

/// The positions before and after each of the last `moves` moves, without passes. Where the next
/// player must pass, the position is the one after the pass.
[[nodiscard]] std::vector<Position> positions_of(const Game& game, std::size_t moves);

/// `{"board": "---…", "player": "X", "discs": [2, 2], "mobility": [4, 4]}`.
[[nodiscard]] nlohmann::ordered_json to_json(const Position& position);

/// Writes the JSON as one line of text. Replaces bytes that are not valid UTF-8.
[[nodiscard]] std::string line_of(const nlohmann::ordered_json& json);

} // namespace emilia
