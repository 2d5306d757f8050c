#pragma once

// The positions that the evaluation is fitted to, gathered from files.

#include "engine/learn/position_file.h"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace emilia {

/// A position as the fit sees it.
struct Example {
    Board board;
    float score;                ///< discs
    float weight;               ///< how much it counts; 1 for an exact score, else less
    std::uint8_t mistake_group; ///< see TrainingSet

    [[nodiscard]] bool is_exact() const noexcept { return weight == 1; }
};

/// Examples sorted by empties. Positions that occur more than once (or as mirror images) are one
/// example: with the exact score if that is known, else with the mean.
///
/// A label from the end of a game carries the players' mistakes since then. Where an odd number
/// of discs was played since, the player to move had one turn more to err, which would make the
/// evaluation take the right to move for a drawback; so each file's labels of that kind form a
/// group that gets a correction of its own, for each number of empties.
struct TrainingSet {
    std::vector<Example> examples;
    std::array<std::size_t, 66> start{}; ///< examples with n empties: from start[n] to start[n + 1]
    std::uint8_t mistake_groups = 1;     ///< group 0 needs no correction

    [[nodiscard]] std::size_t size(std::size_t empties) const noexcept {
        return start[empties + 1] - start[empties];
    }
};

/// Every fiftieth game goes to `validation`, the others to `training`.
struct TrainingData {
    TrainingSet training;
    TrainingSet validation;
    std::size_t labels = 0; ///< before equal positions became one
};

/// A mistake group is a byte, and each file has its own.
inline constexpr std::size_t most_training_files = 250;

/// Of at most `most_training_files`. The result depends neither on `threads` nor on the order of
/// the games within a file.
[[nodiscard]] FileResult<TrainingData> read_training_data(const std::vector<std::string>& files,
                                                          int threads);

} // namespace emilia
