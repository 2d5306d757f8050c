#pragma once

// Whether a board can come about in a game from the usual start.

#include "engine/board/board.h"

#include <optional>
#include <string>

namespace emilia {

/// Why no game can reach a board, or none where nothing speaks against it: the four squares in the
/// middle are taken from the start, a square that is taken stays so, and every other disc was put
/// beside a line of two discs or more. These are necessary, not sufficient.
[[nodiscard]] std::optional<std::string> why_unreachable(const Board& board);

} // namespace emilia
