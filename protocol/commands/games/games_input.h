#pragma once

// The games of files for `emilia games`: from a saved index, or read and indexed.

#include "engine/games/indexed_games.h"
#include "engine/system/process.h"
#include "protocol/commands/job.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace emilia {

struct GamesInput {
    std::vector<std::string> files;        ///< no folders
    std::optional<std::string> index_file; ///< none: a file in the user's cache, for many games
};

/// Reads the games, from the index if its files have not changed since it was written. Otherwise it
/// reads the files, showing its progress, and writes the index. What can't be read is a complaint,
/// also if an index says so. Returns nothing after an interrupt, and throws std::runtime_error if
/// the index can't be used or written.
[[nodiscard]] std::optional<IndexedGames>
read_indexed(const GamesInput& input, Complaints& complaints, const InterruptFlag& interrupt);

/// The records of games of the base, with all that their files say. Reads again the files of those
/// of which the base does not keep everything; throws std::runtime_error if that fails.
[[nodiscard]] std::vector<Game> whole_records(const IndexedGames& games,
                                              const std::vector<BaseGame>& chosen);

} // namespace emilia
