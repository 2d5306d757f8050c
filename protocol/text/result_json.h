#pragma once

// JSON of search results. The keys are a promise to scripts: see the README.

#include "engine/search/search_result.h"

#include <nlohmann/json_fwd.hpp>

namespace emilia {

/// Version of the format, in every object that a command prints.
inline constexpr int json_format = 1;

/// `{"move": "f5", "score": 0.25, "depth": 18, "certainty": "exact", "pv": ["f5", …]}`; certainty
/// is a percentage for a midgame search, else `wld` or `exact`.
[[nodiscard]] nlohmann::ordered_json to_json(const Line& line);

/// `["f5", "d6", "pa"]`.
[[nodiscard]] nlohmann::ordered_json to_json(const std::vector<Square>& moves);

/// A number of discs: whole where it is whole.
[[nodiscard]] nlohmann::ordered_json discs_json(Score score);

} // namespace emilia
