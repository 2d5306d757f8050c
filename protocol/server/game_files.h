#pragma once

// Where a client keeps its games, as GGF: finished ones are appended to a file, one a line, and
// those that have begun and not ended stand in a second file beside it, `FILE.unfinished`, so that
// a game that is interrupted, even by a kill, keeps its moves until it continues.

#include "engine/base/files.h"
#include "engine/notation/game.h"

#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace emilia::ggs {

class GameFiles {
public:
    /// Opens or creates `file` and locks it against other clients. Throws std::runtime_error with a
    /// message that names the file if that fails or if it holds something else than games.
    explicit GameFiles(const std::string& file);

    /// The games that an earlier client left unfinished.
    [[nodiscard]] const std::vector<Game>& left_over() const noexcept { return left_over_; }

    /// Adds a finished game, dated now. What can't be written waits for the next call of any of
    /// these functions; the error names the file and says why.
    [[nodiscard]] tl::expected<void, std::string> keep(Game game);
    /// Replaces the unfinished games. An error means the same.
    [[nodiscard]] tl::expected<void, std::string> keep_unfinished(const std::vector<Game>& games);
    /// Writes what still waits. Finished games that can't be added stay among the unfinished ones,
    /// so that a kill costs no game.
    [[nodiscard]] tl::expected<void, std::string> write();

private:
    AppendFile finished_;
    std::string unfinished_;                      ///< path
    std::string new_games_;                       ///< finished ones that wait
    std::optional<std::string> new_unfinished_{}; ///< contents that wait
    std::vector<Game> left_over_;
};

} // namespace emilia::ggs
