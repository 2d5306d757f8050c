#pragma once

// Games whose moves stand among words, boards and marks, as programs print them and people copy
// them: at a terminal, in a log of GTP, in a list or table of another language.
//
//   1: Black F5          @ moves to D3.        play b f5         ["f5", "d6", "c3"]
//   2: White D6          O moves to C5.        play w d6         f5 -> d6 -> c3
//
// Only known words are skipped, so that no other text becomes a game. A side, a number or a board
// that contradicts the moves is an error.

#include "engine/notation/game.h"

#include <cstddef>
#include <functional>
#include <string_view>

namespace emilia {

/// Whether a text consists of moves among such words and marks; a bare list of moves has none.
[[nodiscard]] bool holds_worded_games(std::string_view text);

/// Receives each game with the line of its beginning, or why one can't be read and in which line.
using TakeWordedGame = std::function<void(Parsed<Game> game, std::size_t line)>;

/// Reads the games of a text and returns their number. Move 1, the usual start on a
/// board, and `clear_board` begin a new one.
std::size_t read_worded_games(std::string_view text, const TakeWordedGame& take);

} // namespace emilia
