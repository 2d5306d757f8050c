#pragma once

// Move lists: `f5d6c3`, `F5 d6 c3`, `f5-d6-pa`. Passes may be left out; a reader puts them in
// where the side to move has no move.

#include "engine/notation/game.h"

#include <string>
#include <string_view>
#include <vector>

namespace emilia {

/// Reads moves played one after the other from `start`. The game has its passes; an error names
/// the move's number and why it is wrong.
[[nodiscard]] Parsed<Game> parse_moves(std::string_view text, const Position& start = {});

/// Whether `text` is moves from end to end, legal or not.
[[nodiscard]] bool is_move_list(std::string_view text);

/// The moves of a game, passes among them.
[[nodiscard]] std::vector<Square> moves_of(const Game& game);

/// `f5d6c3`, passes as `pa`.
[[nodiscard]] std::string to_string(const std::vector<Square>& moves);

} // namespace emilia
