#pragma once

// Where a client keeps its games, as GGF: finished ones are appended to a file, one a line, and
// those that have begun and not ended stand in a second file beside it, `FILE.unfinished`, so that
// a game that is interrupted, even by a kill, keeps its moves until it goes on.

#include "engine/base/append_file.h"
#include "engine/notation/game.h"

#include <string>
#include <vector>

namespace emilia::ggs {

class GameFiles {
public:
    /// Opens or creates `file` and locks it against other clients. Throws std::runtime_error with a
    /// message that names the file if that fails or if it holds something else than games.
    explicit GameFiles(const std::string& file);

    /// The games that an earlier client left unfinished.
    [[nodiscard]] const std::vector<Game>& left_over() const noexcept { return left_over_; }

    /// Adds a finished game, dated now. Throws std::runtime_error if it can't be written.
    void keep(Game game);
    /// Replaces the unfinished games. Throws likewise.
    void keep_unfinished(const std::vector<Game>& games);

private:
    AppendFile finished_;
    std::string unfinished_; ///< path
    std::vector<Game> left_over_;
};

} // namespace emilia::ggs
