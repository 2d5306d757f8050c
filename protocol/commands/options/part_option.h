#pragma once

// The option `--part`, which cuts a job into equal parts for several machines.

#include "protocol/commands/options/options.h"
#include "protocol/commands/options/selection_options.h"

#include <cstddef>

namespace emilia {

/// Adds `--part I/N`; `what` names the items.
void add_part_option(boost::program_options::options_description& described, const char* what);

/// The chosen part, or the whole. Throws UsageError.
[[nodiscard]] Part chosen_part(const ParsedOptions& options);

} // namespace emilia
