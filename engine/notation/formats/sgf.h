#pragma once

// SGF for Othello (`GM[2]`), as Quarry saves it and as GTP's `loadsgf` reads it: moves `B[dc]` or
// `B[d3]`, pass `B[]`, set-up stones `AB` and `AW`, side to move `PL`; the first variation only.

#include "engine/notation/game.h"

#include <string>
#include <string_view>

namespace emilia {

/// Reads the first game in `text`; text outside it is ignored.
[[nodiscard]] Parsed<Game> parse_sgf(std::string_view text);

/// One line (FF[4]) that reads back as the same game, but for what SGF cannot hold: clocks,
/// evaluations, times, and the margin of a game that ended early. Control characters in names
/// become blanks.
[[nodiscard]] std::string to_sgf(const Game& game);

} // namespace emilia
