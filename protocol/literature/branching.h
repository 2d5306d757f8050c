#pragma once

#include "protocol/command.h"

namespace emilia {

/// `emilia literature branching`: table 4.1 of Rosenbloom's article on Iago (1982), again.
[[nodiscard]] ExitStatus run_literature_branching(const Arguments& arguments);

} // namespace emilia
