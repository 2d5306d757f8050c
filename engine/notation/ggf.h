#pragma once

// GGF, the Generic Game Format, for Othello on 8×8: `(;GM[Othello]…;)`, as NBoard's `set game`
// and game archives write it.

#include "engine/notation/game.h"

#include <string>
#include <string_view>

namespace emilia {

/// Reads the first game in `text`; text outside `(;` … `;)` is ignored.
[[nodiscard]] Parsed<Game> parse_ggf(std::string_view text);

/// One line that reads back as the same game.
[[nodiscard]] std::string to_ggf(const Game& game);

} // namespace emilia
