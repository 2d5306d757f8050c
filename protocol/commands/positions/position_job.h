#pragma once

// One job behind `emilia solve` and `emilia analyze --positions`: a search for each position of an
// input of any length. Threads work on different positions; in the end they help each other with
// those that take long.

#include "engine/play/many_positions.h"
#include "protocol/commands/command.h"
#include "protocol/commands/options/command_options.h"
#include "protocol/commands/options/engine_options.h"
#include "protocol/commands/options/selection_options.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace emilia {

struct PositionJobSettings {
    std::string unit = "position";      ///< what a position is called
    std::string input;                  ///< a file, or `-`
    std::optional<Position> position{}; ///< instead of the input

    Question question = Question::analysis;
    int lines = 1; ///< best moves with scores
    EngineSettings limits;
    Resources resources;

    bool json = false;
    bool csv = false;
    bool unordered = false;
    std::optional<std::string> output{}; ///< file of results
    Part part;
    /// Whether the results are compared with scores in the input: a difference is a failure, and
    /// JSON ends with the totals.
    bool compares = false;
};

/// Adds `--csv --unordered`.
void add_position_forms(CommandOptions& options, PositionJobSettings& settings);

/// Checks the options that have been read, and completes the settings. Throws UsageError.
void check_positions(const CommandOptions& options, PositionJobSettings& settings);

/// Throws UsageError or std::runtime_error.
[[nodiscard]] ExitStatus run_positions(const PositionJobSettings& settings);

} // namespace emilia
