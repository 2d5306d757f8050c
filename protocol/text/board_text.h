#pragma once

#include "engine/notation/position.h"

#include <string>

namespace emilia {

/// A board drawn in ASCII with its coordinates: `X` black, `O` white, `.` a legal move, `-` empty;
/// the side to move and the discs beside it. No line feed at the end.
[[nodiscard]] std::string draw_board(const Position& position);

/// The same for a terminal: round discs in colours on green.
[[nodiscard]] std::string paint_board(const Position& position);

} // namespace emilia
