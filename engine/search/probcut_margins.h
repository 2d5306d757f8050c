#pragma once

// The margins of Multi-ProbCut, made by `emilia calibrate` (see engine/learn/calibration.h) from
// 4,000 positions of s22-d10.pos, wthor-16.pos, searched full-width to 10 plies. The curve is
// within 5.9 % (root mean square) of the deviations measured.

#include "engine/search/probcut.h"

#include <array>
#include <cstdint>

namespace emilia {

/// `weights_checksum` (engine/learn/calibration.h) of the weights that these margins were fitted
/// to. A test compares it with that of the embedded weights.
inline constexpr std::uint32_t margins_weights_checksum = 0xb21cbae8;

inline constexpr auto probcut_phases = std::to_array<ProbcutPhase>({
    {14, 2.181, 1.779, 0.830},
    {19, 1.959, 1.597, 0.830},
    {24, 1.594, 1.458, 0.830},
    {29, 1.193, 1.590, 0.830},
    {34, 0.979, 1.518, 0.830},
    {39, 1.344, 0.999, 0.830},
    {44, 0.790, 1.073, 0.830},
    {50, 0.371, 1.189, 0.830},
});

} // namespace emilia
