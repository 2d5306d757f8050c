#pragma once

#include "engine/learn/training_set.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace emilia::testing {

/// Puts examples into the order of a training set.
[[nodiscard]] inline TrainingSet make_training_set(std::vector<Example> examples,
                                                   std::uint8_t mistake_groups = 1) {
    std::stable_sort(examples.begin(), examples.end(), [](const Example& a, const Example& b) {
        return a.board.empties() < b.board.empties();
    });
    TrainingSet set;
    for (const Example& example : examples)
        ++set.start[static_cast<std::size_t>(example.board.empties()) + 1];
    for (std::size_t i = 1; i < set.start.size(); ++i) set.start[i] += set.start[i - 1];
    set.examples = std::move(examples);
    set.mistake_groups = mistake_groups;
    return set;
}

} // namespace emilia::testing
