#pragma once

#include "protocol/command.h"

namespace emilia {

/// `emilia literature speed-up`: what alpha-beta saves against minimax, beside published figures.
[[nodiscard]] ExitStatus run_literature_speed_up(const Arguments& arguments);

} // namespace emilia
