#pragma once

// Files of games, of whatever kind: GGF, SGF, WTHOR, or a move list a line.

#include "engine/notation/game.h"

#include <string>
#include <vector>

namespace emilia {

struct GameFile {
    std::vector<Game> games;
    /// What could not be read, each with the file and the place: the rest is none the worse.
    std::vector<std::string> problems;
};

/// The kind is told by the contents. In move lists, blank lines and those that begin with `%` or
/// `#` are left out. Throws std::runtime_error where the file can't be read at all.
[[nodiscard]] GameFile read_games(const std::string& path);

} // namespace emilia
