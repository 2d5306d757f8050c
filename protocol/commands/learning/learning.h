#pragma once

// What the commands share that make and use files of labelled positions (engine/learn).

#include "engine/learn/position_file.h"
#include "protocol/commands/options/command_options.h"

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace emilia {

/// The positions to choose from files.
struct PositionChoice {
    int least_empties = 0;
    int most_empties = 60;
    bool exact_only = false;             ///< only solved positions
    std::optional<std::size_t> sample{}; ///< a sample of N positions, the same every time

    [[nodiscard]] bool contains(const LabelledPosition& position) const noexcept;
};

/// Adds `--sample` and `--empties`.
void add_position_choice(CommandOptions& options, PositionChoice& choice);

/// Reads the chosen positions of all files. Throws UsageError for a file that is given twice, and
/// std::runtime_error if a file can't be used or no position is left.
[[nodiscard]] std::vector<LabelledPosition> read_positions(const std::vector<std::string>& files,
                                                           const PositionChoice& choice);

/// Opens the file as PositionWriter does. Says on standard error if it ended with an unfinished
/// game, or if it doesn't say with which settings its games were made. Throws std::runtime_error.
[[nodiscard]] PositionWriter open_positions(const std::string& path, std::string_view settings);

/// Calls `work(done)` on another thread, and shows on this one how many of the positions it has
/// counted in `done`.
void show_progress_of(std::size_t positions,
                      const std::function<void(std::atomic<std::size_t>& done)>& work);

} // namespace emilia
