#pragma once

#include "engine/classic/players.h"
#include "engine/classic/series.h"

#include <string_view>

namespace emilia {

/// A player of the literature, by his name, as a contestant of a series.
[[nodiscard]] classic::Contestant contestant(std::string_view player,
                                             const classic::PlayerSettings& settings = {});

} // namespace emilia
