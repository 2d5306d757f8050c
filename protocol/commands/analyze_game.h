#pragma once

// `emilia analyze --game`: games looked at move by move.

#include "protocol/commands/command.h"
#include "protocol/options/options.h"

namespace emilia {

/// Adds `--game --html --output` and the choice of games.
void add_game_options(boost::program_options::options_description& described);

/// Does what these ask for. Throws UsageError and std::runtime_error.
[[nodiscard]] ExitStatus analyze_games(const ParsedOptions& options);

} // namespace emilia
