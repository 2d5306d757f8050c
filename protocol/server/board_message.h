#pragma once

// Reads the position that the server sends after each move: a line for the move, one for each
// player with colour and clock, the board with its coordinates, and the side to move.

#include "protocol/server/messages.h"

#include <string>
#include <string_view>
#include <vector>

namespace emilia::ggs {

/// `lines` are those behind the head, without their `|`. The error says what is missing or wrong.
[[nodiscard]] Parsed<BoardMessage> parse_board_message(std::string_view game, std::string_view type,
                                                       const std::vector<std::string>& lines);

} // namespace emilia::ggs
