#pragma once

// A person's games on disk: those that the person saves and loads, in GGF or SGF, and the
// unfinished one, which is kept after each move, so that neither a kill nor a power cut loses it.

#include "engine/notation/game.h"
#include "engine/system/open_file.h"

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

namespace emilia {

/// Writes a game to a file whose name ends in `.ggf` or `.sgf`. A file that exists is replaced only
/// if `may_replace`. The error is a message.
[[nodiscard]] tl::expected<void, std::string> save_game(const Game& game, const std::string& path,
                                                        bool may_replace);

/// A game of a file of any kind that Emilia reads.
struct LoadedGame {
    Game game;          ///< the first that can be read
    std::string remark; ///< what else the file has, a sentence; mostly empty
};
[[nodiscard]] tl::expected<LoadedGame, std::string> load_game(const std::string& path);

/// Keeps the unfinished game. A folder holds up to nine, one for each program that plays now or has
/// not finished its game: `unfinished-1.ggf`, and a lock that the playing program holds.
class GameKeeper {
public:
    /// Nothing is written before the first game is kept.
    explicit GameKeeper(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// Writes the game that is being played. The error is a message.
    [[nodiscard]] tl::expected<void, std::string> keep(const Game& game);

    /// The file of the game that is being played, if it is kept.
    [[nodiscard]] std::optional<std::string> file() const;

    /// Removes the game that is being played, because it has ended.
    void drop();

    /// Leaves the game as it is: `keep` is for another game from now on.
    void leave() noexcept { own_.reset(); }

    /// The game that was kept last, can be read and is not being played by any program.
    [[nodiscard]] std::optional<Game> last() const;

    /// Takes over that game, which is then the one that is being played; the former one is left.
    [[nodiscard]] std::optional<Game> resume();

private:
    struct Slot {
        int number;
        OpenFile lock;
    };
    struct KeptGame {
        Slot slot;
        Game game;
    };
    [[nodiscard]] std::filesystem::path file_of(int slot) const;
    /// None if another program holds it.
    [[nodiscard]] std::optional<Slot> take(int slot) const;
    [[nodiscard]] std::optional<Slot> take_free() const;
    /// Those with a game, the oldest game first.
    [[nodiscard]] std::vector<int> used_slots() const;
    [[nodiscard]] std::optional<KeptGame> take_last() const;

    std::filesystem::path folder_;
    std::optional<Slot> own_; ///< of the game that is being played
};

} // namespace emilia
