#pragma once

// Recognises boards that cannot occur in a game from the usual start.

#include "engine/board/board.h"

#include <optional>
#include <string>

namespace emilia {

/// The reason why no game can reach `board`, or nothing if none was found. It checks necessary
/// conditions only: the four middle squares are occupied, and the other discs can be placed one
/// after the other so that each is placed at the end of a line of two or more discs.
[[nodiscard]] std::optional<std::string> why_unreachable(const Board& board);

} // namespace emilia
