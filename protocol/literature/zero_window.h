#pragma once

#include "protocol/command.h"

namespace emilia {

/// `emilia literature zero-window`: what zero windows save in the midgame search, beside what they
/// saved Bill (Norvig 1992, section 18.13).
[[nodiscard]] ExitStatus run_literature_zero_window(const Arguments& arguments);

} // namespace emilia
