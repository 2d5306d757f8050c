#pragma once

// Games of a person on disk: as the person saves and loads them, in GGF or SGF.

#include "engine/notation/game.h"

#include <string>

#include <tl/expected.hpp>

namespace emilia {

/// Writes a game to a file whose name ends in `.ggf` or `.sgf`. A file that exists is replaced only
/// if `may_replace`. The error is a message.
[[nodiscard]] tl::expected<void, std::string> save_game(const Game& game, const std::string& path,
                                                        bool may_replace);

/// A game of a file of any kind that Emilia reads.
struct LoadedGame {
    Game game;             ///< the first of the file
    std::size_t games = 0; ///< in the file
};
[[nodiscard]] tl::expected<LoadedGame, std::string> load_game(const std::string& path);

} // namespace emilia
