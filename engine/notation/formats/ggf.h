#pragma once

// GGF, the Generic Game Format, for Othello on 8×8: `(;GM[Othello]…;)`, as NBoard's `set game`
// and game archives write it. Properties stand in any order, and unknown ones are ignored.

#include "engine/notation/game.h"

#include <string>
#include <string_view>

namespace emilia {

/// Reads the first game in `text`; text outside `(;` … `;)` is ignored.
[[nodiscard]] Parsed<Game> parse_ggf(std::string_view text);

/// Reads one move as GGF and NBoard's `move` write it: `F5`, `F5/1.20`, `F5//3.5`, `PA`.
[[nodiscard]] Parsed<PlayedMove> parse_ggf_move(std::string_view text, Color color);

/// One line that reads back as the same game, but for a result without a margin, which is left
/// out; control characters in names become blanks.
[[nodiscard]] std::string to_ggf(const Game& game);

} // namespace emilia
