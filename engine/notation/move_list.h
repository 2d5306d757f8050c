#pragma once

// Move lists: `f5d6c3`, `F5 d6 c3`, `f5-d6-pa`, `f5;d6`. A list may leave out passes; the parser
// inserts them where the side to move has no move.

#include "engine/notation/game.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace emilia {

/// Parses and plays moves from `start`. An error gives the number of the move and the reason.
[[nodiscard]] Parsed<Game> parse_moves(std::string_view text, const Position& start = {});

/// Plays the moves of a list after those of `game`. After an error, which is as that of
/// `parse_moves`, the moves before the wrong one are played.
[[nodiscard]] Parsed<void> play_moves(std::string_view text, Game& game);

/// The number before the first move, such as 12 for `12. f5`; 0 if there is none.
[[nodiscard]] int first_number(std::string_view text) noexcept;

/// Whether `text` begins with a square or a move number, as no board string does.
[[nodiscard]] bool begins_with_move(std::string_view text);

/// Whether `text` consists only of moves, legal or not.
[[nodiscard]] bool is_move_list(std::string_view text);

/// The number of discs that were played.
[[nodiscard]] std::size_t moves_without_passes(const Game& game) noexcept;

/// The moves of a game, including passes.
[[nodiscard]] std::vector<Square> moves_of(const Game& game);

/// Writes `f5d6c3`; a pass is `pa`.
[[nodiscard]] std::string to_string(const std::vector<Square>& moves);

} // namespace emilia
