#pragma once

// The file of positions to which a command adds games.

#include "engine/learn/position_file.h"

#include <string>
#include <string_view>

namespace emilia {

/// Opens the file as PositionWriter does. Tells on standard error if it ended with an unfinished
/// game, or if it doesn't say with which settings its games were made. Throws std::runtime_error.
[[nodiscard]] PositionWriter open_positions(const std::string& path, std::string_view settings);

} // namespace emilia
