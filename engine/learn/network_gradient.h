#pragma once

// The output of the network in floating point, and its gradient by the chain rule (D. Rumelhart,
// G. Hinton, R. Williams, "Learning representations by back-propagating errors", 1986). All sums
// are added in a fixed order. Any thread may call these functions.

#include "engine/learn/float_network.h"

namespace emilia {

/// The correction of the tables' value, in units of `discs_of_output`.
[[nodiscard]] float network_output(const FloatNetwork& network, const NetworkInput& input) noexcept;

/// Computes the gradient of `weight` / 2 × (output − target)². Adds the part of the dense
/// parameters to `dense`, and writes the part of the first sums, which is also that of each of the
/// position's rows, to `sums`. Returns output − target.
float add_gradient(const FloatNetwork& network, const NetworkInput& input, float target,
                   float weight, DenseParameters& dense, FloatRow& sums) noexcept;

} // namespace emilia
