#pragma once

// The options that choose games from files: `--index --player --event --years`.

#include "engine/notation/formats/game_files.h"
#include "protocol/commands/options/options.h"

#include <cstddef>
#include <string>

namespace emilia {

void add_selection_options(boost::program_options::options_description& described);

/// Throws UsageError.
[[nodiscard]] GameSelection chosen_games(const ParsedOptions& options);

/// Says that a selection takes none of `games` games, at least one.
[[nodiscard]] std::string none_selected(const GameSelection& selection, std::size_t games);

/// `--years`, which must be present. Throws UsageError.
[[nodiscard]] Years chosen_years(const ParsedOptions& options);

} // namespace emilia
