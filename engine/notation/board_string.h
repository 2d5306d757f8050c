#pragma once

// Board strings: 64 squares in the order a1, b1, … h8, then the side to move. Black is one of
// `X x * b B`, white one of `O o 0 w W`, an empty square `-` or `.`. Blanks are ignored.

#include "engine/notation/parse_error.h"
#include "engine/notation/position.h"

#include <string>
#include <string_view>

namespace emilia {

[[nodiscard]] Parsed<Position> parse_position(std::string_view text);

/// Writes 64 characters of `X`, `O` and `-`, a blank, and `X` or `O` for the side to move.
[[nodiscard]] std::string to_string(const Position& position);

} // namespace emilia
