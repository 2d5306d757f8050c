#pragma once

// The options of a session with a client, which is `emilia` without a command.

#include "protocol/commands/options/options.h"
#include "protocol/dialects/session.h"

namespace emilia {

/// Describes all of them, without `--help`.
[[nodiscard]] boost::program_options::options_description session_options();

/// Throws UsageError for a wrong value. Where a weights or book file can't be used, it prints a
/// warning on standard error and falls back on the built-in one, because a client can't be asked
/// for another file.
[[nodiscard]] SessionSettings chosen_session(const ParsedOptions& options);

} // namespace emilia
