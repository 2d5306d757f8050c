#pragma once

// The rows of EXPERIMENTS.md that are checked through the library. Each throws a Finding where
// Emilia does what it must not do.

#include "tests/reliability/run.h"

namespace emilia::testing {

/// Solves positions with `least` to `most` empty squares in all instruction sets that run here,
/// with 1 to 4 threads and tables of 1 to 64 MB, and compares the scores and outcomes with
/// PlainSolver's.
[[nodiscard]] Summary run_exact(Run& run, int least, int most);

/// Searches positions of all stages, and checks what must hold for any search.
[[nodiscard]] Summary run_search(Run& run);

/// Stops solvers at random moments: their answers must be legal and true, and no search may go on
/// for longer than `most_milliseconds`.
[[nodiscard]] Summary run_stops(Run& run, double most_milliseconds);

/// Damages files of every kind that Emilia reads, and reads them.
[[nodiscard]] Summary run_hostile(Run& run);

/// Writes the games of WTHOR bases in every format and reads them. A base is a case.
[[nodiscard]] Summary run_archives(Run& run, const std::string& folder);

} // namespace emilia::testing
