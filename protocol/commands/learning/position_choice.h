#pragma once

// The options that choose positions from files of labelled positions.

#include "engine/learn/position_file.h"
#include "protocol/commands/options/command_options.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace emilia {

/// The positions to choose.
struct PositionChoice {
    int least_empties = 0;
    int most_empties = 60;
    bool exact_only = false;           ///< only solved positions
    std::optional<std::size_t> sample; ///< a sample of N positions, the same every time

    [[nodiscard]] bool contains(const LabelledPosition& position) const noexcept;
};

/// Adds `--sample` and `--empties`.
void add_position_choice(CommandOptions& options, PositionChoice& choice);

/// Reads the chosen positions of all files. Throws std::runtime_error if a file can't be used or no
/// position is left.
[[nodiscard]] std::vector<LabelledPosition> read_positions(const std::vector<std::string>& files,
                                                           const PositionChoice& choice);

} // namespace emilia
