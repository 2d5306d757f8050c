#pragma once

// Converts search results to JSON. The keys are documented in protocol/README.md and must not
// change.

#include "engine/notation/position.h"
#include "engine/search/search_result.h"

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

/// A score in discs, written as an integer if it is a whole number.
[[nodiscard]] nlohmann::ordered_json discs_json(Score score);

/// A score in discs, or for an outcome 1, 0 or −1.
[[nodiscard]] nlohmann::ordered_json value_json(const LineValue& value);

} // namespace emilia
