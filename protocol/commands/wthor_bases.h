#pragma once

// The games of WTHOR bases as the input of a command.

#include "engine/notation/formats/wthor_files.h"
#include "protocol/commands/complaints.h"

#include <string>
#include <vector>

namespace emilia {

/// Reads all games of these years as read_wthor_games does, and tells of the damaged ones, which
/// are left out. Throws std::runtime_error if the bases can't be read.
[[nodiscard]] std::vector<NumberedGame> games_of_bases(const std::vector<std::string>& paths,
                                                       const Years& years, Complaints& complaints);

} // namespace emilia
