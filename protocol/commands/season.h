#pragma once

// The pages of a season, from the records of its games: one of each game, and an index with the
// list of games and a view of each player.

#include "engine/analysis/game_analysis.h"

#include <string>

namespace emilia {

/// Whether `path`, as an option names it, is a folder: an existing one, or it ends in a slash.
[[nodiscard]] bool names_folder(const std::string& path);

/// The file of records in the folder of a season. Makes the folder. Throws std::runtime_error if
/// that fails.
[[nodiscard]] std::string season_records(const std::string& folder);

/// Writes `index.html` for all games with these settings in the file `records`, and the pages of
/// the games that have none yet. Throws std::runtime_error if a file can't be read or written.
void write_season(const std::string& folder, const std::string& records,
                  const RecordedSettings& settings);

} // namespace emilia
