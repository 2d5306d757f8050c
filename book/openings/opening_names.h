#pragma once

// The names of well-known openings.

#include "engine/board/board.h"
#include "engine/notation/game.h"

#include <string_view>

namespace emilia {

/// The name of the opening that leads to exactly this position, in any symmetry; empty if it has
/// none.
[[nodiscard]] std::string_view opening_name(const Board& board);

/// The name of the last position of a game that has one; empty if none has.
[[nodiscard]] std::string_view opening_name(const Game& game);

} // namespace emilia
