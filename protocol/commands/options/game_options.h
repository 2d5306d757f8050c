#pragma once

// The options that choose games from files: `--index --player --event --years`.

#include "engine/notation/formats/game_selection.h"
#include "protocol/commands/options/options.h"
#include "protocol/commands/options/selection_options.h"

#include <cstddef>
#include <string>

namespace emilia {

void add_selection_options(boost::program_options::options_description& described);

/// Throws UsageError.
[[nodiscard]] GameSelection chosen_games(const ParsedOptions& options);

/// `--years`, which must be present. Throws UsageError.
[[nodiscard]] Years chosen_years(const ParsedOptions& options);

} // namespace emilia
