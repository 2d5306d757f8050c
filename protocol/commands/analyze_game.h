#pragma once

// `emilia analyze`: what the command line chooses, and the analysis of games move by move.

#include "engine/analysis/game_analysis.h"
#include "engine/notation/formats/game_files.h"
#include "protocol/commands/command.h"
#include "protocol/commands/options/selection_options.h"
#include "protocol/commands/positions/position_job.h"

#include <optional>
#include <string>
#include <vector>

namespace emilia {

struct AnalyzeSettings {
    EngineSettings engine;
    AnalysisSettings analysis;
    bool json = false;

    Position position;  ///< analyzed unless there are positions or games
    bool exact = false; ///< the position is to be solved

    PositionJobSettings positions; ///< analyzed if they have an input

    std::vector<std::string> games; ///< names of files, or games as moves
    GameSelection selection;
    Part part;
    std::optional<std::string> page;     ///< file of the HTML page
    std::optional<std::string> season;   ///< folder of pages; `output` has their records
    std::optional<std::string> output;   ///< file of records
    std::vector<std::string> files_read; ///< of the engine: weights and books
};

/// Analyzes the chosen games one after the other, and prints or writes the result of each. Throws
/// UsageError or std::runtime_error.
[[nodiscard]] ExitStatus analyze_games(const AnalyzeSettings& settings);

} // namespace emilia
