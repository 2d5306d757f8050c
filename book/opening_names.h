#pragma once

// Names that players give to openings: the well-known ones only.

#include "engine/board/board.h"

#include <string_view>

namespace emilia {

/// The name of the opening that a position, in any symmetry, stands at the beginning of; empty
/// where it has none.
[[nodiscard]] std::string_view opening_name(const Board& board);

} // namespace emilia
