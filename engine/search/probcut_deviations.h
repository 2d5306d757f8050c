#pragma once

// Made by `emilia calibrate` (see engine/learn/calibration.h) from 4,000 positions of
// wthor-train.pos, selfplay-g3.pos, searched full-width to 12 plies. The curve is within 6.2 %
// (root mean square) of the deviations measured.

#include "engine/search/probcut.h"

#include <array>

namespace emilia {

inline constexpr auto probcut_phases = std::to_array<ProbcutPhase>({
    {14, 3.304, 1.392, 0.815},
    {19, 2.546, 1.271, 0.815},
    {24, 2.462, 0.841, 0.815},
    {29, 2.283, 0.708, 0.815},
    {34, 1.415, 1.535, 0.815},
    {39, 1.173, 1.544, 0.815},
    {44, 0.744, 1.864, 0.815},
    {50, 0.677, 1.724, 0.815},
});

} // namespace emilia
