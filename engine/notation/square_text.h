#pragma once

#include "engine/board/bitboard.h"
#include "engine/notation/parse_error.h"

#include <string>
#include <string_view>

namespace emilia {

/// Writes `f5` in lower case, `pa` for a pass and `--` for no move.
[[nodiscard]] std::string to_string(Square square);

/// Parses a square or a pass in upper or lower case: `f5`, `F5`, `pa`, `pass`.
[[nodiscard]] Parsed<Square> parse_square(std::string_view text);

} // namespace emilia
