#pragma once

#include "engine/classic/players.h"
#include "engine/classic/series.h"

#include <string_view>

namespace emilia::classic {

/// The player of that name as a contestant of a series. The number of a game is added to the seed.
[[nodiscard]] Contestant contestant(std::string_view player, const PlayerSettings& settings = {});

} // namespace emilia::classic
