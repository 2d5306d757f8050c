#pragma once

#include "engine/eval/patterns.h"
#include "engine/eval/weights.h"

namespace emilia::testing {

[[nodiscard]] inline StoredWeights zero_weights() {
    StoredWeights weights;
    weights.tied.resize(knots.size() * tie_weights(Reader::table).count);
    return weights;
}

/// Tables that give each position the value 0.
[[nodiscard]] inline const Weights& zero_tables() {
    static const Weights weights(zero_weights());
    return weights;
}

} // namespace emilia::testing
