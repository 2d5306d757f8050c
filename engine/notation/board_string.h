#pragma once

// The board string: 64 squares a1, b1, … h8, then the side to move. Black is `X x * b B`, white
// `O o 0 w W`, empty `- .`; blanks are ignored.

#include "engine/notation/parse_error.h"
#include "engine/notation/position.h"

#include <string>
#include <string_view>

namespace emilia {

[[nodiscard]] Parsed<Position> parse_position(std::string_view text);

/// 64 characters of `X`, `O`, `-`, a blank, and `X` or `O` for the side to move.
[[nodiscard]] std::string to_string(const Position& position);

} // namespace emilia
