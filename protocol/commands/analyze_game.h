#pragma once

// `emilia analyze --game`: analyzes games move by move.

#include "engine/analysis/game_analysis.h"
#include "engine/notation/formats/game_selection.h"
#include "protocol/commands/command.h"
#include "protocol/commands/options/selection_options.h"

#include <optional>
#include <string>
#include <vector>

namespace emilia {

struct GamesSettings {
    std::vector<std::string> words; ///< names of files, or games as moves
    GameSelection selection;
    Part part;
    EngineSettings engine;
    AnalysisSettings analysis = {};
    std::vector<std::string> files_read = {}; ///< of the engine: weights and books
    bool json = false;
    std::optional<std::string> page;   ///< file of the HTML page
    std::optional<std::string> output; ///< file of records
};

/// Analyzes the chosen games one after the other, and prints or writes the result of each. Throws
/// UsageError or std::runtime_error.
[[nodiscard]] ExitStatus analyze_games(const GamesSettings& settings);

} // namespace emilia
