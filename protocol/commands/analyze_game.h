#pragma once

// `emilia analyze --game`: analyzes games move by move.

#include "protocol/commands/command.h"
#include "protocol/commands/options/options.h"

namespace emilia {

/// Adds `--game --html --output` and the options that select games.
void add_game_options(boost::program_options::options_description& described);

/// Analyzes the games that the options select. Throws UsageError or std::runtime_error.
[[nodiscard]] ExitStatus analyze_games(const ParsedOptions& options);

} // namespace emilia
