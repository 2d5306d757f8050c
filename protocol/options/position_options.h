#pragma once

// The positions of files that a command works on, by options that several commands share.

#include "engine/learn/labelled_position.h"
#include "protocol/options/options.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace emilia {

/// Which positions of the files count.
struct PositionChoice {
    int least_empties = 0;
    int most_empties = 60;
    bool exact_only = false;           ///< only those that were solved
    std::optional<std::size_t> sample; ///< only so many, always the same

    [[nodiscard]] bool contains(const LabelledPosition& position) const noexcept;
};

/// Adds `--sample` and `--empties`.
void add_choice_options(boost::program_options::options_description& described);

/// What they say. Throws UsageError.
[[nodiscard]] PositionChoice chosen_positions(const ParsedOptions& options);

/// Throws std::runtime_error for a file that can't be used, or where nothing is left to work on.
[[nodiscard]] std::vector<LabelledPosition> read_positions(const std::vector<std::string>& files,
                                                           const PositionChoice& choice);

} // namespace emilia
