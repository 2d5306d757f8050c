#pragma once

// Reads the games of files, one after the other, into a base.

#include "engine/games/indexed_games.h"
#include "engine/notation/formats/game_files.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace emilia {

class GamesReading {
public:
    /// Called after each game with the number of games so far. What it throws ends the reading.
    using Count = std::function<void(std::size_t games)>;

    /// The games, problems and notes go to `games`, which must outlive this object. Its sources and
    /// its index stay as they are.
    explicit GamesReading(IndexedGames& games, Count count = {});
    GamesReading(const GamesReading&) = delete;
    GamesReading& operator=(const GamesReading&) = delete;

    /// Reads the next file. One that can't be read is a problem.
    void read(const std::string& path);
    /// Reads the contents of the next file, with the names for bases.
    void read(const std::string& name, std::string bytes, const WthorNameBook& names);

private:
    void take(Parsed<Game> game);

    IndexedGames& games_;
    Count count_;
    GameFileReader reader_;
    std::uint32_t file_ = 0;   ///< the number of files so far
    std::uint32_t number_ = 0; ///< of the last game, in its file
};

} // namespace emilia
