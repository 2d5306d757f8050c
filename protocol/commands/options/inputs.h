#pragma once

// Positions and files that a command reads, as words of its command line.

#include "engine/notation/game.h"

#include <string>
#include <vector>

namespace emilia {

/// Whether the words together are meant as a board string or as moves, right or wrong, rather than
/// as the names of files.
[[nodiscard]] bool looks_like_position(const std::vector<std::string>& words);

/// Reads a board string, or moves from the usual start such as `f5d6c3`. The position is that after
/// the game's moves; a board string gives a game without moves. Throws UsageError.
[[nodiscard]] Game given_game(const std::vector<std::string>& words);

/// The same, or the usual start if there are no words.
[[nodiscard]] Game game_or_start(const std::vector<std::string>& words);

/// The path for a file to read: `-` stands for standard input.
[[nodiscard]] std::string input_path(const std::string& word);
[[nodiscard]] std::vector<std::string> input_paths(const std::vector<std::string>& words);

} // namespace emilia
