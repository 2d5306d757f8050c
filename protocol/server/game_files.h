#pragma once

// Where a client keeps its games, as GGF: finished ones are appended to a file, one a line. Those
// that have begun and not ended stand in a second file beside it, `FILE.unfinished`, so that a game
// that is interrupted, even by a kill, keeps its moves. To that file, too, the client only appends:
// `KEY continues (;…;)` or `KEY unrated (;…;)` is what a game is now, `KEY` alone that it has
// ended. The last line with a key counts.

#include "engine/base/files.h"
#include "engine/notation/game.h"
#include "protocol/server/client_logic.h"

#include <map>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace emilia::ggs {

class GameFiles {
public:
    /// The file of unfinished games is written anew when it has grown beyond this.
    static constexpr std::size_t most_unfinished_bytes = std::size_t{1} << 20;

    /// Opens or creates `file` and locks it against other clients. Unfinished games that no server
    /// continues are added to it. Throws std::runtime_error with a message that names the file if
    /// that fails or if it holds something else than games.
    explicit GameFiles(const std::string& file);

    /// The games that an earlier client left unfinished and a server may continue.
    [[nodiscard]] const std::vector<UnfinishedGame>& left_over() const noexcept {
        return left_over_;
    }

    /// Adds a finished game, dated now, in place of the unfinished one with this key. What can't be
    /// written waits for the next call of any of these functions; the error names the file and says
    /// why. Finished games that can't be added stay among the unfinished ones, so that a kill costs
    /// no game.
    [[nodiscard]] tl::expected<void, std::string> keep(Game game, int key);
    /// Keeps an unfinished game in place of the one with the same key. An error means the same.
    [[nodiscard]] tl::expected<void, std::string> keep(const UnfinishedGame& game);
    /// Writes what still waits.
    [[nodiscard]] tl::expected<void, std::string> write();

private:
    void read_unfinished();
    void set(int key, std::string line);
    [[nodiscard]] tl::expected<void, std::string> write_unfinished();

    AppendFile finished_;
    std::string path_;                      ///< of the unfinished games
    std::map<int, std::string> unfinished_; ///< their lines behind the key
    std::map<int, std::string> new_games_;  ///< finished ones that wait, by key
    std::string new_lines_;                 ///< of unfinished ones that wait
    std::size_t bytes_ = 0;                 ///< of the file of unfinished games
    std::vector<UnfinishedGame> left_over_;
};

} // namespace emilia::ggs
