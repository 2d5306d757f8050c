#pragma once

// SGF for Othello (`GM[2]`), as Quarry saves it and as GTP's `loadsgf` reads it: moves `B[dc]` or
// `B[d3]`, pass `B[]`, set-up stones `AB` and `AW`, side to move `PL`; the first variation only.

#include "engine/notation/game.h"

#include <string_view>

namespace emilia {

[[nodiscard]] Parsed<Game> parse_sgf(std::string_view text);

} // namespace emilia
