#pragma once

#include "engine/notation/position.h"

#include <string>

namespace emilia {

/// Draws the board in ASCII with coordinates: `X` black, `O` white, `.` legal move, `-` empty. The
/// side to move and the disc counts stand beside it. The text does not end with a line feed.
[[nodiscard]] std::string draw_board(const Position& position);

/// Draws the same board for a terminal, with coloured discs on a green board.
[[nodiscard]] std::string paint_board(const Position& position);

} // namespace emilia
