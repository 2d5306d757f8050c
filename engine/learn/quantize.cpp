#include "engine/learn/quantize.h"

#include "engine/eval/phases.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace emilia {
namespace {

Weight quantized(float discs) {
    constexpr auto most = static_cast<float>(std::numeric_limits<Weight>::max());
    return static_cast<Weight>(std::lround(std::clamp(discs * weight_units_per_disc, -most, most)));
}

} // namespace

StoredWeights quantize(const Parameters& parameters) {
    StoredWeights weights;
    weights.tied.resize(knots.size() * parameters.tied_count());
    for (std::size_t i = 0; i < weights.tied.size(); ++i)
        weights.tied[i] = quantized(parameters.values[i]);
    for (std::size_t empties = 0; empties < weights.constants.size(); ++empties)
        weights.constants[empties] = quantized(parameters.values[parameters.constant(empties)]);
    return weights;
}

} // namespace emilia
