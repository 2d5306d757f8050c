#pragma once

// Reads the positions from files that the evaluation is fitted to.

#include "engine/learn/position_file.h"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace emilia {

/// A position in the form that the fit needs.
struct Example {
    Board board;
    float score;                ///< in discs
    float weight;               ///< in the fit of the tables; 1 for an exact score, otherwise less
    std::uint8_t mistake_group; ///< see TrainingSet
    LabelSource source = LabelSource::exact;

    [[nodiscard]] bool is_exact() const noexcept { return source == LabelSource::exact; }
};
static_assert(sizeof(Example) == 32); // there may be hundreds of millions

/// Examples sorted by empties. A position that occurs more than once (or as a mirror image) becomes
/// one example: with the exact score if that is known, otherwise with the mean of the values of
/// searches, otherwise with the mean of the later scores.
///
/// A label from a later position contains the mistakes that the players made in between. If an odd
/// number of discs was placed in between, the side to move had one more turn in which to err, and
/// the evaluation would learn that having the move is a disadvantage. So the labels of this kind in
/// each file form a mistake group, and the fit gives each group a correction for each number of
/// empties.
struct TrainingSet {
    std::vector<Example> examples;
    std::array<std::size_t, 66> start{}; ///< start[n] to start[n + 1] have n empties
    std::uint8_t mistake_groups = 1;     ///< group 0 has no correction

    [[nodiscard]] std::size_t size(std::size_t empties) const noexcept {
        return start[empties + 1] - start[empties];
    }
};

/// Every fiftieth game is put into `validation`, the others into `training`.
struct TrainingData {
    TrainingSet training;
    TrainingSet validation;
    std::size_t labels = 0; ///< before equal positions were merged
};

/// Each file has its own mistake group, and the number of a group is a byte.
inline constexpr std::size_t most_training_files = 250;

/// Reads at most `most_training_files` files. The result depends neither on `threads` nor on the
/// order of the games within a file.
[[nodiscard]] FileResult<TrainingData> read_training_data(const std::vector<std::string>& files,
                                                          int threads);

} // namespace emilia
